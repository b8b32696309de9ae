import { Type } from 'typebox';
import { deleteUser, findUser, findUsersByEmail, listCompaniesOfUser } from '../../accounts/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { pagingQuery } from '../../platform/http/wire/paging.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { selectProfiles } from '../my/profile-store.ts';
import { CompanyReference } from '../wire/companies.ts';
import { ServiceReference } from '../wire/services.ts';
import { SubscriptionDetails } from '../wire/subscription-details.ts';
import { tenantHeader } from '../wire/tenant-header.ts';
import { toCompanyReference } from '../wire/to-company-reference.ts';
import { toServiceReference } from '../wire/to-service-reference.ts';
import { toUserReference } from '../wire/to-user-reference.ts';
import { UserInfo, UserReference } from '../wire/users.ts';
import { directoryTenant } from './directory-tenant.ts';
import { clientsMustNot, optionsTag } from './option-words.ts';
import { pageHeaders, sendPage } from './send-page.ts';
import { selectServicesOfUser, selectSubscription } from './subscription-details-store.ts';
import { toSubscriptionDetails } from './to-subscription-details.ts';
import { toUserInfo } from './to-user-info.ts';

const uuid = Type.String({ format: 'uuid' });
const params = Type.Object({ userid: uuid });
const headers = Type.Object(tenantHeader);
const mostIds = 1_000;

const notFound = (what: string): AppError => new AppError('notFound', `${what}.not-found`, `There is no such ${what}.`);

export interface UserRules {
  readonly read: Rule;
  readonly delete: Rule;
}

export const userRoutes = (deps: DirectoryDeps, rules: UserRules): readonly AnyRoute[] => [
  defineRoute({
    method: 'POST',
    path: '/directory/users',
    operationId: 'getDirectoryUsers',
    tag: optionsTag,
    summary: 'Users by their ids',
    description: `${clientsMustNot} Ids that stand for nobody are left out.`,
    rule: rules.read,
    headers,
    body: Type.Array(uuid, { maxItems: mostIds }),
    answers: { 200: { description: 'The users, in the order of the ids.', schema: Type.Array(UserInfo) } },
    handler: async ({ body, headers: { tenantId }, request }) =>
      (await selectProfiles(deps.database, body, directoryTenant(request, tenantId))).map(toUserInfo),
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/users/by/email',
    operationId: 'getDirectoryUsersByEmail',
    tag: optionsTag,
    summary: 'Users by their e-mail address',
    description: clientsMustNot,
    rule: rules.read,
    query: Type.Object({ email: Type.String({ maxLength: 320 }) }),
    headers,
    answers: { 200: { description: 'All accounts of the address.', schema: Type.Array(UserReference) } },
    handler: async ({ query: { email }, headers: { tenantId }, request }) => {
      const scope = { tenantId: directoryTenant(request, tenantId) };
      return (await findUsersByEmail(deps.database, { email, scope })).map(toUserReference);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/users/{userid}',
    operationId: 'getDirectoryUser',
    tag: optionsTag,
    summary: 'A user',
    description: clientsMustNot,
    rule: rules.read,
    params,
    headers,
    answers: { 200: { description: 'The user.', schema: UserInfo } },
    handler: async ({ params: { userid }, headers: { tenantId }, request }) => {
      const [profile] = await selectProfiles(deps.database, [userid], directoryTenant(request, tenantId));
      if (profile === undefined) throw notFound('user');
      return toUserInfo(profile);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/directory/users/{userid}',
    operationId: 'deleteDirectoryUser',
    tag: optionsTag,
    summary: 'Delete a user with everything that is its own',
    description: clientsMustNot,
    rule: rules.delete,
    params,
    headers,
    answers: { 204: { description: 'Deleted.' } },
    handler: async ({ params: { userid: userId }, headers: { tenantId }, request }) => {
      const scope = { tenantId: directoryTenant(request, tenantId) };
      await inTransaction(deps.database, async (t) => await deleteUser(t, actingOf(request), { userId, scope }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/users/{userid}/companies',
    operationId: 'getDirectoryUserCompanies',
    tag: optionsTag,
    summary: 'Companies of a user',
    description: clientsMustNot,
    rule: rules.read,
    params,
    headers,
    answers: { 200: { description: 'The companies, by name.', schema: Type.Array(CompanyReference) } },
    handler: async ({ params: { userid: userId }, headers: { tenantId }, request }) => {
      const scope = { tenantId: directoryTenant(request, tenantId) };
      const user = await findUser(deps.database, { userId, scope });
      const companies = await listCompaniesOfUser(deps.database, { userId: user.id });
      return companies.map(({ company }) => toCompanyReference(company));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/users/{userid}/services',
    operationId: 'getDirectoryUserServices',
    tag: optionsTag,
    summary: 'Services that a user subscribes to',
    description: clientsMustNot,
    rule: rules.read,
    params,
    query: pagingQuery,
    headers,
    answers: {
      200: { description: 'The services, by name.', schema: Type.Array(ServiceReference), headers: pageHeaders },
    },
    handler: async ({ params: { userid: userId }, query: { page, pageSize }, headers, request, reply }) => {
      const scope = { tenantId: directoryTenant(request, headers.tenantId) };
      const user = await findUser(deps.database, { userId, scope });
      const place = { limit: pageSize + 1, skip: page * pageSize };
      const services = await selectServicesOfUser(deps.database, { userId: user.id, ...place });
      const shown = sendPage({ request, reply }, services, { page, pageSize, publicUrl: deps.publicUrl });
      return shown.map(toServiceReference);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/users/{userid}/services/{serviceId}',
    operationId: 'getDirectoryUserSubscription',
    tag: optionsTag,
    summary: 'The subscription of a user to a service',
    description: clientsMustNot,
    rule: rules.read,
    params: Type.Object({ userid: uuid, serviceId: uuid }),
    headers,
    answers: { 200: { description: 'The subscription.', schema: SubscriptionDetails } },
    handler: async ({ params: { userid: userId, serviceId }, headers: { tenantId: given }, request }) => {
      const tenantId = directoryTenant(request, given);
      const subscription = await selectSubscription(deps.database, { userId, serviceId, tenantId });
      if (subscription === undefined) throw notFound('subscription');
      return toSubscriptionDetails(subscription);
    },
  }),
];
