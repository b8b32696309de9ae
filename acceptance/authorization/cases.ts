import { randomUUID } from 'node:crypto';
import type { ApiOperation } from '../support/api-document.ts';
import { type PlaceIds, template } from './place.ts';
import type { Area, Principal } from './principals.ts';

/** What an operation uses up, so that each try needs one of its own. */
export type UsedUp =
  | 'place'
  | 'user'
  | 'company'
  | 'mail'
  | 'job'
  | 'caller'
  | 'session'
  | 'passkey'
  | 'invitation'
  | 'request'
  | 'federation'
  | 'minted key';

export interface OperationCase {
  readonly query?: (ids: PlaceIds) => Record<string, string>;
  readonly headers?: (ids: PlaceIds) => Record<string, string>;
  readonly body?: (ids: PlaceIds, principal: Principal) => unknown;
  readonly uses?: UsedUp;
  /** What somebody who may do it gets, where it is not a success: past the door, and stopped by something else. */
  readonly answers?: readonly number[];
  /** Words of that answer, where its status is also one of a refusal. */
  readonly says?: string;
  /** Tables in which even a request that comes to nothing leaves its trace. */
  readonly leaves?: readonly string[];
  /** The answer about things that do not exist, where it is not 404. */
  readonly missing?: number;
  /** The answer about a part that does not exist of a thing that does, where it is not 404. */
  readonly missingPart?: number;
  /** Shows what is open to the whole tenant. */
  readonly ofTenant?: boolean;
  /** Comes after all with a lower number: it changes what they stand on. */
  readonly turn?: number;
}

const newPassword = 'another long enough password';
/** Each change needs another one. */
export const nextPassword = (password: string): string => `${password}.`;
const password = (_ids: PlaceIds, { account }: Principal) => ({ password: account?.password ?? '' });
const wrongCode = '000000';
const someAddress = () => `${randomUUID()}@matrix.example.com`;
const passwordChange = (_ids: PlaceIds, { account }: Principal) => {
  const oldPassword = account?.password ?? '';
  return { oldPassword, newPassword: nextPassword(oldPassword), newPasswordRepeat: nextPassword(oldPassword) };
};
export const federation = () => ({
  name: `Issuer ${randomUUID()}`,
  issuer: 'https://127.0.0.1:9/issuer',
  clientId: randomUUID(),
  enabled: false,
});
const person = () => ({ firstName: 'New', lastName: 'Person', email: someAddress(), options: { sendMail: false } });
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
export const submission = (content: unknown) => ({ format: 'json', template: encode(content), parameters: encode([]) });
/** The smallest picture there is. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** So many codes a minute for one account, and several callers have one. */
const codesAnswers = [204, 429];
const page = { query: () => ({ page: '0', pageSize: '10' }) };

const services: Readonly<Record<string, OperationCase>> = {
  getMyMessages: { query: () => ({ all: 'true' }) },
  getMyPicture: { answers: [404] },
  validateMyServicePolicies: { answers: [204, 406] },
  // Whoever asked for a service of the tenant sees it here.
  getMyServices: { ofTenant: true },
  getMyWidgets: { ofTenant: true },
  getServices: page,
  getSubscribers: page,
  getServiceSubscribers: page,
  putSubscriber: { body: () => ({}) },
  putServiceSubscriber: { body: () => ({}) },
  getServiceSubscriberPicture: { answers: [404] },
  resolveUser: { missing: 200 },
  createUser: { body: person },
  createUsers: { body: () => [person()] },
  sendNotification: {
    body: ({ userId }) => ({
      message: { name: 'Hello', content: 'World', type: 1 },
      recipients: [userId],
      HighPriority: false,
    }),
  },
  validateSubscriberPolicies: { answers: [204, 406] },
  getDirectoryCompanyUsers: page,
  putDataContainer: { query: () => ({ name: 'A container' }) },
  deleteDataContainer: { uses: 'place' },
  getDirectoryUsers: { body: ({ userId }) => [userId], missing: 200 },
  getDirectoryUsersByEmail: { query: ({ email }) => ({ email }), missing: 200 },
  deleteDirectoryUser: { uses: 'user' },
  getDirectoryUserServices: page,
  changeDirectoryUserEmail: {
    body: ({ email }) => ({ oldAddress: email, newAddress: someAddress() }),
    uses: 'user',
  },
  editMe: { body: () => ({ firstName: 'Somebody' }) },
  changeMyPassword: { body: passwordChange, uses: 'caller', turn: 2 },
  changeMyAddress: {
    body: (_ids, { account }) => ({ oldAddress: account?.email, newAddress: someAddress() }),
    answers: codesAnswers,
  },
  verifyMyAddress: {
    body: () => ({ activationCode: wrongCode, address: someAddress() }),
    answers: [401],
    says: 'The code',
  },
  acceptMyTerms: { body: () => ({ acceptPlatformTerms: true, acceptServiceTerms: false }) },
  exchangeActivationCode: {
    headers: () => ({ otpAuthCode: wrongCode, emailAddress: someAddress() }),
    answers: [401],
    says: 'The code',
  },
  getPendingActivation: { uses: 'invitation' },
  activateMe: {
    body: () => ({
      password: newPassword,
      passwordRepeat: newPassword,
      acceptPlatformTerms: true,
      acceptServiceTerms: false,
    }),
    uses: 'invitation',
  },
};

const portal: Readonly<Record<string, OperationCase>> = {
  changeMe: { body: () => ({ firstName: 'Somebody' }) },
  getMyPicture: { answers: [404] },
  changeMyPicture: { headers: () => ({ 'content-type': 'image/png' }), body: () => picture },
  getUserPicture: { answers: [404] },
  changeMyPassword: { body: passwordChange, uses: 'caller', turn: 2 },
  requestMyEmailChange: {
    body: (_ids, { account }) => ({ newAddress: someAddress(), password: account?.password }),
    answers: codesAnswers,
  },
  confirmMyEmailChange: {
    body: () => ({ newAddress: someAddress(), code: wrongCode }),
    answers: [401],
    says: 'The code',
  },
  endMySession: { uses: 'session' },
  signOutEverywhere: { uses: 'caller', turn: 2 },
  startMyTotp: { body: password },
  confirmMyTotp: { body: () => ({ code: wrongCode }), answers: [400] },
  // Whoever changes a second factor is signed out everywhere else.
  removeMyTotp: { body: password, uses: 'caller', turn: 2 },
  replaceMyRecoveryCodes: { body: password, answers: [200, 409], uses: 'caller', turn: 2 },
  offerMyPasskey: { body: password },
  registerMyPasskey: { body: () => ({ occasion: 'x', passkey: {} }), answers: [400] },
  removeMyPasskey: { body: password, uses: 'passkey', turn: 2 },
  listMyChannels: { ofTenant: true },
  changeMyChannel: { body: () => ({ email: false }) },
  createChannel: { body: () => ({ name: `Channel ${randomUUID()}` }) },
  changeChannel: { body: () => ({ name: `Channel ${randomUUID()}` }) },
  deleteChannel: { uses: 'place' },
  createWidget: { body: () => ({ name: 'Widget', width: 1, height: 1 }) },
  replaceWidget: { body: () => ({ name: 'Widget', width: 1, height: 1 }) },
  removeWidget: { uses: 'place' },
  registerHealthDependency: { body: ({ serviceId }) => ({ name: `dependency-${randomUUID()}`, serviceId }) },
  removeHealthDependency: { uses: 'place' },
  listMySubscriptions: { ofTenant: true },
  listOpenServices: { ofTenant: true },
  approveSubscription: { uses: 'request' },
  rejectSubscription: { uses: 'request' },
  createFederation: { body: () => federation() },
  changeFederation: { body: () => ({ name: `Issuer ${randomUUID()}` }) },
  deleteFederation: { uses: 'federation' },
  createProject: { body: () => ({ name: `Project ${randomUUID()}` }) },
  changeProject: { body: () => ({ description: randomUUID() }) },
  deleteProject: { answers: [409], says: 'still holds' },
  addProjectMember: { body: ({ userId }) => ({ userId, role: 'reader' }) },
  setProjectMember: { body: () => ({ role: 'reader' }) },
  removeProjectMember: { uses: 'place' },
  issueAutomationToken: { body: () => ({ name: 'Token', years: 1 }) },
  revokeAutomationToken: { uses: 'place' },
  addTrustedIssuer: {
    body: () => ({
      name: randomUUID(),
      issuer: 'https://issuer.example.com',
      audience: 'portolan',
      subjectPattern: `${randomUUID()}*`,
    }),
  },
  removeTrustedIssuer: { uses: 'place' },
  changeResourceGroup: { body: () => ({ description: randomUUID() }) },
  deleteResourceGroup: { answers: [409], says: 'still holds' },
  changeService: { body: () => ({ sections: { properties: { description: randomUUID() } } }) },
  deleteService: { uses: 'place' },
  removeServiceAdministrator: { uses: 'place', missingPart: 204 },
  changeApplication: { body: () => ({ sections: { properties: { tags: [randomUUID()] } } }) },
  deleteApplication: { uses: 'place' },
  disableApplication: { uses: 'place' },
  enableApplication: { uses: 'place' },
  createApplicationSecret: { body: () => ({ description: 'Another' }), uses: 'place' },
  revokeApplicationSecret: { uses: 'place' },
  revokeApiSubscription: { uses: 'place' },
  listUsers: { query: ({ tenantId }) => ({ tenantId }), missing: 200 },
  inviteUser: { body: ({ tenantId }) => ({ tenantId, email: someAddress(), sendMail: false }) },
  changeUser: { body: () => ({ firstName: 'Changed' }), uses: 'user' },
  deleteUser: { uses: 'user' },
  deactivateUser: { uses: 'user' },
  reactivateUser: { uses: 'user', answers: [200, 409] },
  signUserOut: { uses: 'user' },
  inviteUserAgain: { body: () => ({ sendMail: false }), uses: 'user' },
  resetUserPassword: { uses: 'user', answers: [409] },
  grantPlatformRole: { uses: 'user' },
  withdrawPlatformRole: { uses: 'user' },
  listCompanies: { query: ({ tenantId }) => ({ tenantId }), missing: 200 },
  createCompany: { body: ({ tenantId }) => ({ tenantId, name: `Company ${randomUUID()}` }) },
  changeCompany: { body: () => ({ description: 'Changed' }) },
  deleteCompany: { uses: 'company' },
  setCompanyMember: { body: () => ({}) },
  removeCompanyMember: { uses: 'place', missingPart: 204 },
  createTenant: { body: () => ({ name: `Tenant ${randomUUID()}` }) },
  changeTenant: { body: () => ({ description: 'Changed' }) },
  publishTerms: { body: ({ serviceId }) => ({ serviceId, title: 'Terms', content: 'Be kind.' }), turn: 1 },
  getPlatformTerms: { answers: [200, 404] },
  rotateSigningKeys: { uses: 'minted key', turn: 1 },
  retryMail: { uses: 'mail' },
  retryFailedJob: { uses: 'job' },
  discardFailedJob: { uses: 'job' },
};

const deployments: Readonly<Record<string, OperationCase>> = {
  submitTemplate: {
    body: () => submission(template('Submitted', ['linked'])),
    // Every submission is kept (contract A20).
    leaves: ['audit_log', 'deployments'],
  },
  planTemplate: { body: () => submission(template('Planned', ['linked'])) },
  exchangeToken: { body: () => ({ projectId: randomUUID(), token: 'x' }), answers: [400, 401] },
};

const cases: Readonly<Record<Area, Readonly<Record<string, OperationCase>>>> = { services, portal, deployments };
const plain: OperationCase = {};

export const caseOf = (area: Area, { operationId }: ApiOperation): OperationCase => cases[area][operationId] ?? plain;
