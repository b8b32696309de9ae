import { Type } from 'typebox';
import type { Rule } from '../../platform/authorization/rule.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { pageParameter, pageSizeParameter } from '../../platform/http/wire/paging.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { ServiceInfo, ServiceReference } from '../wire/services.ts';
import { SubscriptionDetails } from '../wire/subscription-details.ts';
import { tenantHeader } from '../wire/tenant-header.ts';
import { toServiceReference } from '../wire/to-service-reference.ts';
import { toUserReference } from '../wire/to-user-reference.ts';
import { UserReference } from '../wire/users.ts';
import { directoryTenant } from './directory-tenant.ts';
import { findDirectoryService } from './find-directory-service.ts';
import { listServiceSubscribers } from './list-service-subscribers.ts';
import { clientsMustNot, optionsTag } from './option-words.ts';
import { pageHeaders, sendPage } from './send-page.ts';
import { selectChildServices, selectIsAdministrator } from './service-info-store.ts';
import { toServiceInfo } from './to-service-info.ts';
import { toSubscriptionDetails } from './to-subscription-details.ts';

const uuid = Type.String({ format: 'uuid' });
const params = Type.Object({ id: uuid });
const headers = Type.Object(tenantHeader);
const usualPageSize = 500;
/** `pageNo` comes without a size. */
const subscribersPerPage = 100;

export const serviceRoutes = (deps: DirectoryDeps, rule: Rule): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/directory/services/{id}',
    operationId: 'getDirectoryService',
    tag: optionsTag,
    summary: 'A service',
    description: clientsMustNot,
    rule,
    params,
    headers,
    answers: { 200: { description: 'The service.', schema: ServiceInfo } },
    handler: async ({ params: { id }, headers: { tenantId }, request }) =>
      toServiceInfo(
        await findDirectoryService(deps.database, { serviceId: id, tenantId: directoryTenant(request, tenantId) }),
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/services/{id}/children',
    operationId: 'getDirectoryServiceChildren',
    tag: optionsTag,
    summary: 'Services below a service',
    description: clientsMustNot,
    rule,
    params,
    headers,
    answers: { 200: { description: 'The services, by name.', schema: Type.Array(ServiceReference) } },
    handler: async ({ params: { id }, headers: { tenantId }, request }) => {
      const tenant = directoryTenant(request, tenantId);
      const service = await findDirectoryService(deps.database, { serviceId: id, tenantId: tenant });
      return (await selectChildServices(deps.database, service.id)).map(toServiceReference);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/services/{id}/users',
    operationId: 'getDirectoryServiceUsers',
    tag: optionsTag,
    summary: 'Users of a service',
    description: clientsMustNot,
    rule,
    params,
    query: Type.Object({ page: Type.Optional(pageParameter), pageSize: Type.Optional(pageSizeParameter) }),
    headers,
    answers: { 200: { description: 'The users, by name.', schema: Type.Array(UserReference), headers: pageHeaders } },
    handler: async ({ params: { id }, query, headers: { tenantId }, request, reply }) => {
      const { page = 0, pageSize = usualPageSize } = query;
      const rows = await listServiceSubscribers(deps.database, {
        serviceId: id,
        tenantId: directoryTenant(request, tenantId),
        limit: pageSize + 1,
        skip: page * pageSize,
      });
      const users = sendPage({ request, reply }, rows, { page, pageSize, publicUrl: deps.publicUrl });
      return users.map(({ user }) => toUserReference(user));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/services/{id}/subscribers',
    operationId: 'getDirectoryServiceSubscribers',
    tag: optionsTag,
    summary: 'Subscriptions to a service',
    description: `${clientsMustNot} A page has ${subscribersPerPage} items.`,
    rule,
    params,
    query: Type.Object({
      filter: Type.Optional(Type.String({ maxLength: 200, description: "The beginning of the subscriber's name." })),
      pageNo: Type.Optional(pageParameter),
    }),
    headers,
    answers: {
      200: { description: 'The subscriptions, by name of the user.', schema: Type.Array(SubscriptionDetails) },
    },
    handler: async ({ params: { id }, query: { filter, pageNo = 0 }, headers: { tenantId }, request }) => {
      const rows = await listServiceSubscribers(deps.database, {
        serviceId: id,
        tenantId: directoryTenant(request, tenantId),
        filter,
        limit: subscribersPerPage,
        skip: pageNo * subscribersPerPage,
      });
      return rows.map(toSubscriptionDetails);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/services/{serviceId}/administrators/{userId}',
    operationId: 'getDirectoryServiceAdministrator',
    tag: optionsTag,
    summary: 'Whether a user administers a service',
    description: clientsMustNot,
    rule,
    params: Type.Object({ serviceId: uuid, userId: uuid }),
    headers,
    answers: { 200: { description: 'Whether it does.', schema: Type.Boolean() } },
    handler: async ({ params: { serviceId, userId }, headers: { tenantId: given }, request }) => {
      const tenantId = directoryTenant(request, given);
      const service = await findDirectoryService(deps.database, { serviceId, tenantId });
      const administers = await selectIsAdministrator(deps.database, { serviceId: service.id, userId, tenantId });
      if (administers === undefined) throw new AppError('notFound', 'user.not-found', 'There is no such user.');
      return administers;
    },
  }),
];
