import { Type } from 'typebox';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { pagingQuery } from '../../platform/http/wire/paging.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { SubscriptionOptions } from '../wire/subscriptions.ts';
import { tenantHeader } from '../wire/tenant-header.ts';
import { SubscriptionReference, UserReference } from '../wire/users.ts';
import { singleService, singleServiceOf } from './application-rules.ts';
import { failures } from './failures.ts';
import { createSubscriberOperations } from './subscriber-operations.ts';

const tag = 'This';
const params = Type.Object({ userId: Type.String({ format: 'uuid' }) });
const headers = Type.Object(tenantHeader);

/** Subscribers of the one service that the calling application is linked to (contract B8). */
export const subscriberRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const operations = createSubscriberOperations(deps);
  const read = singleService(deps, 'read');
  const manage = singleService(deps, 'manage');
  return [
    defineRoute({
      method: 'GET',
      path: '/this/subscribers',
      operationId: 'getSubscribers',
      tag,
      summary: "Subscribers of the application's service",
      rule: read,
      query: pagingQuery,
      headers,
      answers: {
        200: {
          description: 'A page of those who subscribe, by name.',
          schema: Type.Array(UserReference),
          headers: { Link: 'The next page, where there is one (`rel="next"`).' },
        },
        ...failures(300),
      },
      handler: async ({ query, headers: { tenantId }, request, reply }) =>
        await operations.list({ request, reply }, { serviceId: singleServiceOf(request), tenantId, ...query }),
    }),
    defineRoute({
      method: 'GET',
      path: '/this/subscribers/{userId}',
      operationId: 'getSubscriber',
      tag,
      summary: "Whether a user subscribes to the application's service, and with which access level",
      rule: read,
      params,
      headers,
      answers: { 200: { description: 'The subscription.', schema: SubscriptionReference }, ...failures(300) },
      handler: async ({ params: { userId }, headers: { tenantId }, request }) =>
        await operations.find(request, { serviceId: singleServiceOf(request), userId, tenantId }),
    }),
    defineRoute({
      method: 'PUT',
      path: '/this/subscribers/{userId}',
      operationId: 'putSubscriber',
      tag,
      summary: "Add a user to the application's service, or change the access level",
      rule: manage,
      params,
      headers,
      body: Type.Optional(SubscriptionOptions),
      answers: { 204: { description: 'The user subscribes, or waits for an approval.' }, ...failures(300) },
      handler: async ({ params: { userId }, headers: { tenantId }, body, request }) =>
        await operations.put(request, { serviceId: singleServiceOf(request), userId, tenantId }, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/this/subscribers/{userId}',
      operationId: 'deleteSubscriber',
      tag,
      summary: "Remove a user from the application's service",
      rule: manage,
      params,
      headers,
      answers: { 204: { description: 'The user does not subscribe.' }, ...failures(300) },
      handler: async ({ params: { userId }, headers: { tenantId }, request }) =>
        await operations.remove(request, { serviceId: singleServiceOf(request), userId, tenantId }),
    }),
  ];
};
