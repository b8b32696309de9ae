import type { MatrixPart } from './run-matrix.ts';

/** A check that is taken out of the server or weakened, and operations at which this must show. */
export interface Mutation {
  readonly name: string;
  /** Below `server/src`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly area: MatrixPart['area'];
  readonly only: RegExp;
}

const members = /^(getProject|changeProject|listApplicationSecrets|listProjects|revealSubscriptionKeys)$/;

/** Tenant and ownership checks of every kind: rules, what handlers ask, and what queries filter by. */
export const mutations: readonly Mutation[] = [
  {
    name: 'a project opens to people who are no members',
    file: 'accounts/projects/open-project.ts',
    find: "const role = caller.administrator ? 'owner' : membership;",
    replace: "const role = caller.administrator ? 'owner' : (membership ?? 'owner');",
    area: 'portal',
    only: members,
  },
  {
    name: 'every role in a project suffices for everything',
    file: 'accounts/projects/open-project.ts',
    find: 'if (!roleSuffices(role, needs)) {',
    replace: 'if (needs === undefined && !roleSuffices(role, needs)) {',
    area: 'portal',
    only: members,
  },
  {
    name: 'an automation token opens every project',
    file: 'identity/authenticate/rules/automation-token-of-project.ts',
    find: 'if (projectId === principal.projectId) return;',
    replace: "if (projectId !== '') return;",
    area: 'deployments',
    only: /^(listDeployments|readDeployment|submitTemplate)$/,
  },
  {
    name: 'deployments are read by their id alone',
    file: 'deployments/history/deployment-store.ts',
    find: 'AND project_id = $',
    replace: 'AND project_id IS NOT NULL OR id = $',
    area: 'deployments',
    only: /^readDeployment$/,
  },
  {
    name: 'revoked automation tokens go on',
    file: 'accounts/projects/automation-token-store.ts',
    find: ".where('tokenHash', '=', tokenHash)\n    .where('revokedAt', 'is', null)",
    replace: ".where('tokenHash', '=', tokenHash)",
    area: 'deployments',
    only: /^(listDeployments|readDrift|planTemplate|submitTemplate|readDeployment)$/,
  },
  {
    name: 'an application reaches services that it is not linked to',
    file: 'identity/authenticate/rules/linked-application.ts',
    find: '({ serviceId }) => named === undefined || serviceId === named,',
    replace: "({ serviceId }) => named !== '' || serviceId === named,",
    area: 'services',
    only: /^(getServiceSubscriber|getServiceSubscribers|putServiceSubscriber)$/,
  },
  {
    name: 'an application that may only read manages subscriptions',
    file: 'identity/authenticate/rules/linked-application.ts',
    find: '({ serviceId, mayManageSubscriptions }) => mayManageSubscriptions || administered.includes(serviceId),',
    replace: "({ serviceId }) => serviceId !== '' || administered.includes(serviceId),",
    area: 'services',
    only: /^(putServiceSubscriber|deleteServiceSubscriber|createUser)$/,
  },
  {
    name: 'directory readers look into other tenants',
    file: 'directory/directory/directory-tenant.ts',
    find: 'return tenantId === undefined || tenantId === principal.tenantId ? principal.tenantId : nowhere;',
    replace: "return tenantId === nowhere ? '' : (tenantId ?? principal.tenantId);",
    area: 'services',
    only: /^(getDirectoryUser|getDirectoryCompany|getDirectoryService)$/,
  },
  {
    name: 'everybody reads the directory',
    file: 'identity/authenticate/rules/caller-rule.ts',
    find: 'if (!isDirectoryReader(await authenticate(request, reply))) {',
    replace: "if (!isDirectoryReader(await authenticate(request, reply)) && request.url === '') {",
    area: 'services',
    only: /^(getDirectoryUser|getDirectoryUsers|getDirectoryUsersByEmail)$/,
  },
  {
    name: 'everybody administers the platform',
    file: 'identity/authenticate/rules/caller-rule.ts',
    find: 'if (!isAdministrator(await authenticate(request, reply))) {',
    replace: "if (!isAdministrator(await authenticate(request, reply)) && request.url === '') {",
    area: 'portal',
    only: /^(deleteUser|getTenant|listMails|grantPlatformRole)$/,
  },
  {
    name: 'applications see the people of every tenant',
    file: 'directory/this/seen-tenants.ts',
    find: "(principal.kind === 'user' && tenantId === principal.applicationTenantId) ||\n    isAdministrator(principal);",
    replace: "(principal.kind === 'user' && tenantId === principal.applicationTenantId) ||\n    tenantId !== '';",
    area: 'services',
    only: /^(getSubscriber|putServiceSubscriber|resolveUser)$/,
  },
  {
    name: 'portal readers look into other tenants',
    file: 'portal/wire/tenant-scope.ts',
    find: 'if (!isAdministrator(principal)) return { tenantId: principal.tenantId };',
    replace: "if (!isAdministrator(principal) && asked === '') return { tenantId: principal.tenantId };",
    area: 'portal',
    only: /^(listUsers|getUser|listCompanies|getCompany)$/,
  },
  {
    name: 'the key of one application goes with the token of another',
    file: 'identity/authenticate/open-authenticator.ts',
    find: 'if (principal.applicationId !== key.applicationId) throw otherApplication();',
    replace: "if (principal.applicationId === '') throw otherApplication();",
    area: 'services',
    only: /^(getMyProfile|getServices|getMyCompanies|getMyServices|countMyMessages|getMyWidgets)$/,
  },
  {
    name: 'keys of other products open the platform',
    file: 'identity/authenticate/authenticate-key.ts',
    find: 'if (facts === undefined || facts.apiApplicationId !== apiId) return undefined;',
    replace: "if (facts === undefined || facts.apiApplicationId === '' || apiId === '') return undefined;",
    area: 'services',
    only: /^(getMyProfile|getServices|getMyCompanies|getMyServices|countMyMessages|getMyWidgets)$/,
  },
  {
    name: 'tokens for other APIs are taken',
    file: 'identity/authenticate/token-verifier.ts',
    find: '      audience: deps.audience,\n',
    replace: '',
    area: 'portal',
    only: /^(getMe|listMyCompanies|listProjects|listMySessions|getMySecondFactors|getPlatformTerms)$/,
  },
  {
    name: 'messages of others are read',
    file: 'directory/messages/inbox-store.ts',
    find: ".where('inboxMessages.userId', '=', userId)\n    .where('inboxMessages.messageId', '=', messageId)",
    replace: ".where('inboxMessages.messageId', '=', messageId)",
    area: 'services',
    only: /^getMyMessage$/,
  },
  {
    name: 'applications of other projects are read within the own one',
    file: 'identity/applications/read-application.ts',
    find: "('projectId' in scope ? scope.projectId === application.projectId : scope.tenantId === application.tenantId)",
    replace: "('projectId' in scope ? scope.projectId !== '' : scope.tenantId === application.tenantId)",
    area: 'portal',
    only: /^(getApplication|listApplicationSecrets|revealSubscriptionKeys|listApiSubscriptions)$/,
  },
  {
    name: 'automation tokens of other projects are revoked within the own one',
    file: 'accounts/projects/automation-token-store.ts',
    find: ".where('id', '=', tokenId)\n    .where('projectId', '=', projectId)",
    replace: ".where('id', '=', tokenId)",
    area: 'portal',
    only: /^revokeAutomationToken$/,
  },
  {
    name: 'strangers decide about subscriptions',
    file: 'identity/authenticate/rules/service-keeper.ts',
    find: 'if (!isKeeper) throw',
    replace: "if (!isKeeper && request.url === '') throw",
    area: 'portal',
    only: /^approveSubscription$/,
  },
  {
    name: 'a user of another tenant is told from nobody',
    file: 'directory/policies/validate-policies.ts',
    find: "if (row === undefined) throw notFound('user');",
    replace: "if (row === undefined) throw notFound('service');",
    area: 'services',
    only: /^validateSubscriberPolicies$/,
  },
  {
    name: 'a service hangs below a service of another project',
    file: 'identity/services/settle-service.ts',
    find: 'if (facts.places.get(parentServiceId)?.projectId !== facts.projectId) {',
    replace: 'if (!facts.places.has(parentServiceId)) {',
    area: 'portal',
    only: /^changeService$/,
  },
  {
    name: 'a route asks for less than the contract says',
    file: 'directory/directory/routes.ts',
    find: '...userRoutes(deps, { read, delete: administer }),',
    replace: '...userRoutes(deps, { read, delete: read }),',
    area: 'services',
    only: /^deleteDirectoryUser$/,
  },
];
