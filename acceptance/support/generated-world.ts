import { randomUUID } from 'node:crypto';
import { administratorSignIn, call } from './administrator.ts';
import type { ApiOperation } from './api-document.ts';
import {
  administrator,
  applicationSignIn,
  type DeployedApplication,
  deployApplication,
  type Person,
  prepareProject,
} from './deployed-application.ts';
import type { Known } from './generate-value.ts';
import { onePixel } from './generated-bodies.ts';
import { below, type Random } from './random.ts';
import { staySignedIn } from './sign-in.ts';

/** Things that generated requests find, and things that they may delete. */
export interface GeneratedWorld {
  readonly automationToken: string;
  readonly app: DeployedApplication;
  /** Headers of a call; operations that end the caller's sign-in are called by somebody who has nothing else to do. */
  headersFor(
    area: 'services' | 'portal',
    operation: Pick<ApiOperation, 'operationId'>,
  ): Promise<Readonly<Record<string, string>>>;
  knownToServices(operation: ApiOperation): Known;
  knownToPortal(operation: ApiOperation): Known;
  knownToDeployments(operation: ApiOperation): Known;
}

const password = 'the password of somebody expendable';
const newPassword = 'another password of somebody expendable';

/** Operations that end the caller's own right to call. */
const endsTheCaller: readonly string[] = [
  'services changeMyPassword',
  'portal changeMyPassword',
  'portal signOutEverywhere',
  'portal endMySession',
];
const systemTenant = '00000000-0000-0000-0000-000000000000';
const pages = ['https://orders.example.com/', 'https://orders.example.com/callback'];

/** Operations after which what they name is gone, or nobody gets in any more. */
const isFatal = ({ method, operationId }: ApiOperation): boolean =>
  method === 'DELETE' ||
  /^(deactivateUser|disableApplication|signUserOut|resetUserPassword|changeTenant)$/.test(operationId);

export const makeGeneratedWorld = async (url: string): Promise<GeneratedWorld> => {
  const { token, project } = await prepareProject(url, 'Generated requests');
  const app = await deployApplication(url, project, 'kept');
  const portal = async (method: string, path: string, body?: unknown) => {
    const answer = await call(url, method, `/portal/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const services = async (method: string, path: string, body?: unknown) => {
    const answer = await call(url, method, `/services/v3${path}`, {
      headers: app.headers,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const idsOf = async (path: string): Promise<string[]> =>
    (await portal('GET', path)).result.map((entry: { id: string }) => entry.id);
  const several = async <Item>(make: (place: number) => Promise<Item>): Promise<Item[]> =>
    await Promise.all(Array.from({ length: 5 }, (_, place) => make(place)));

  const invite = async () => {
    const email = `${randomUUID()}@example.com`;
    const person = { firstName: 'Ada', lastName: 'Lovelace', email };
    const options = { sendMail: false, createSubscription: true, serviceId: app.serviceId };
    const { id, confirmationUrl } = await services('POST', '/this/user', { ...person, options });
    return { id, email, authToken: new URL(confirmationUrl).searchParams.get('token') ?? '' };
  };
  const people = await several(invite);
  const waiting = await several(invite);
  const lost = { services: await several(invite), portal: await several(invite) };
  const stay = async (who: Person) => await staySignedIn(applicationSignIn(url, app, who));
  // A long run takes longer than an access token lives.
  const callers = new Map([
    ['services', await stay(administrator)],
    ['portal', await staySignedIn(administratorSignIn(url))],
  ]);
  for (const use of endsTheCaller) {
    const { email, authToken } = await invite();
    await call(url, 'POST', '/services/v3/directory/users/me/activate', {
      headers: { 'Ocp-Apim-Subscription-Key': app.key, authToken },
      body: { password, passwordRepeat: password, acceptPlatformTerms: true, acceptServiceTerms: true },
    });
    callers.set(use, await stay({ email, password }));
  }

  const company = await portal('POST', '/companies', { name: 'Kept' });
  const lostCompanies = await several(
    async (place) => (await portal('POST', '/companies', { name: `Lost ${place}` })).id,
  );
  const tenant = await portal('POST', '/tenants', { name: 'Another tenant' });
  const lostProjects = await several(
    async (place) => (await portal('POST', '/projects', { name: `Lost ${place}` })).id,
  );
  const place = `/projects/${project.projectId}`;
  const doomed = await deployApplication(url, project, 'doomed');
  const tokens = await several(
    async (n) => (await portal('POST', `${place}/automation-tokens`, { name: `t${n}`, years: 1 })).id,
  );
  const groups = await idsOf(`${place}/resource-groups`);
  await services('POST', `/this/services/${app.serviceId}/notification`, {
    message: { name: 'News', content: 'There is news.', type: 1 },
    HighPriority: true,
    recipients: null,
  });
  const me = await services('GET', '/my/profile');
  await services('PUT', `/this/services/${app.serviceId}/subscribers/${me.id}`, {});
  await services('POST', `/this/services/${app.serviceId}/notification`, {
    message: { name: 'News', content: 'There is news.', type: 1 },
    HighPriority: false,
    recipients: [me.id],
  });
  const messages = (await services('GET', '/my/messages?all=true')).map((message: { id: string }) => message.id);
  const container = randomUUID();
  await services('PUT', `/directory/services/${app.serviceId}/datacontainers/${container}?name=orders`);
  await portal('PUT', `${place}/services/${app.serviceId}/administrators/${me.id}`);
  await fetch(`${url}/portal/v1/me/picture`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: onePixel,
  });
  const secretsOf = async (id: string) => await idsOf(`${place}/applications/${id}/secrets`);
  const subscriptionsOf = async (id: string) => await idsOf(`${place}/applications/${id}/subscriptions`);
  const [secrets, subscriptions] = [await secretsOf(app.clientId), await subscriptionsOf(app.clientId)];
  const [lostSecrets, lostSubscriptions] = [await secretsOf(doomed.clientId), await subscriptionsOf(doomed.clientId)];
  const mails = await idsOf('/mails');
  const [member] = people;
  await portal('PUT', `${place}/members/${member?.id}`, { role: 'reader' });
  await portal('PUT', `/companies/${company.id}/members/${member?.id}`, {});
  const issuers = await several(async (n) => {
    const issuer = {
      name: `Jobs ${n}`,
      issuer: `https://issuer${n}.example.com`,
      audience: 'portolan',
      subjectPattern: 'repository:orders:*',
    };
    return (await portal('POST', `${place}/trusted-issuers`, issuer)).id;
  });
  const deployments = await call(url, 'GET', `/deployments/v1/projects/${project.projectId}/deployments`, {
    token: project.automationToken,
  });
  const deploymentId = (deployments.body.result ?? []).map((entry: { id: string }) => entry.id);

  const emails = people.map(({ email }) => email);
  const shared: Known = {
    email: [...emails, (random: Random) => `somebody${below(1e9, random)}@example.org`],
    contactEmail: emails,
    emailAddress: emails,
    returnUrl: pages,
    redirectUrls: pages,
    applicationUrl: pages,
    serviceUrl: pages,
    countryCode: ['DE', 'GB', null],
    language: ['en', 'de', null],
    phone: ['+44 20 7946 0000', null],
    timeStamp: [(random: Random) => new Date(1.7e12 + below(1e11, random)).toISOString()],
    oldPassword: [password],
    password: [password],
    passwordRepeat: [password],
    newPassword: [newPassword],
    newPasswordRepeat: [newPassword],
    'x-supportCode': ['a support code'],
    'Idempotency-Key': [(random: Random) => `key ${below(1e9, random)}`],
  };
  const both = (area: keyof typeof lost, operation: ApiOperation) => {
    const fatal = isFatal(operation);
    return {
      userId: (fatal ? lost[area] : people).map(({ id }) => id),
      serviceId: [fatal ? doomed.serviceId : app.serviceId],
      companyId: fatal ? lostCompanies : [company.id],
    };
  };
  return {
    automationToken: project.automationToken,
    app,
    headersFor: async (area, { operationId }) => {
      const token = await (callers.get(`${area} ${operationId}`) ?? callers.get(area))?.();
      return {
        authorization: `Bearer ${token}`,
        ...(area === 'services' ? { 'Ocp-Apim-Subscription-Key': app.key } : {}),
      };
    },
    knownToServices: (operation) => {
      const others = both('services', operation).userId;
      const userId = operation.method === 'GET' ? [...others, me.id, me.id] : others;
      const own = { serviceId: [app.serviceId], userId, userid: userId, recipients: [...userId, me.id] };
      const id = /companies/.test(operation.path)
        ? [company.id]
        : /messages/.test(operation.path)
          ? messages
          : /datacontainers/.test(operation.path)
            ? [container]
            : [app.serviceId];
      return {
        ...shared,
        ...own,
        id,
        tenantId: [systemTenant],
        type: /me\/change/.test(operation.path) ? ['email', 'phone'] : [1, 3],
        page: [0, 1],
        pageSize: [1, 10],
        authToken: waiting.map(({ authToken }) => authToken),
        oldAddress: operation.operationId === 'changeMyAddress' ? [me.email] : [null],
        newAddress: [(random: Random) => `somebody${below(1e9, random)}@example.org`],
        channelId: [''],
        otpAuthCode: ['000000'],
        // Whoever takes an account with a token need not say whose it is.
        ...(operation.operationId === 'activateMe' ? { email: [null], userId: [null], serviceId: [null] } : {}),
      };
    },
    knownToPortal: (operation) => {
      const fatal = isFatal(operation);
      const isProject = /^\/portal\/v1\/projects\/\{projectId\}$/.test(operation.path);
      return {
        ...shared,
        ...both('portal', operation),
        projectId: fatal && isProject ? lostProjects : [project.projectId],
        applicationId: [fatal ? doomed.clientId : app.clientId],
        groupId: fatal ? groups.slice(1) : groups,
        secretId: fatal ? lostSecrets : secrets,
        subscriptionId: fatal ? lostSubscriptions : subscriptions,
        tokenId: tokens,
        issuerId: issuers,
        // What is locked is refused, and nothing more would be seen of it.
        locked: [false],
        tenantId: [tenant.id],
        mailId: mails,
        slot: ['primary', 'secondary'],
        role: ['reader', 'contributor', 'owner', 'directoryReader'],
        issuer: ['https://issuer.example.com'],
        pageIndex: [1],
        pageSize: [10],
      };
    },
    knownToDeployments: () => ({ projectId: [project.projectId], deploymentId, format: ['json'] }),
  };
};
