import { Type } from 'typebox';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { pagingQuery } from '../../platform/http/wire/paging.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { SubscriptionOptions } from '../wire/subscriptions.ts';
import { tenantHeader } from '../wire/tenant-header.ts';
import { ProfilePicture, SubscriptionReference, UserReference } from '../wire/users.ts';
import { namedService } from './application-rules.ts';
import { failures } from './failures.ts';
import { createSubscriberOperations } from './subscriber-operations.ts';

const tag = 'This';
const uuid = Type.String({ format: 'uuid' });
const params = Type.Object({ serviceId: uuid, userId: uuid });
const headers = Type.Object(tenantHeader);
const path = '/this/services/{serviceId}/subscribers/{userId}';
const atTheRoot = 'Of nested services only the root service accepts this.';

/** Subscribers of a service that the path names. */
export const serviceSubscriberRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const operations = createSubscriberOperations(deps);
  const read = namedService(deps, 'read');
  const manage = namedService(deps, 'manage');
  return [
    defineRoute({
      method: 'GET',
      path: '/this/services/{serviceId}/subscribers',
      operationId: 'getServiceSubscribers',
      tag,
      summary: 'Subscribers of a service',
      rule: read,
      params: Type.Object({ serviceId: uuid }),
      query: pagingQuery,
      headers,
      answers: {
        200: {
          description: 'A page of those who subscribe, by name.',
          schema: Type.Array(UserReference),
          headers: { Link: 'The next page, where there is one (`rel="next"`).' },
        },
        ...failures(),
      },
      handler: async ({ params: { serviceId }, query, headers: { tenantId }, request, reply }) =>
        await operations.list({ request, reply }, { serviceId, tenantId, ...query }),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getServiceSubscriber',
      tag,
      summary: 'Whether a user subscribes to a service, and with which access level',
      rule: read,
      params,
      headers,
      answers: { 200: { description: 'The subscription.', schema: SubscriptionReference }, ...failures() },
      handler: async ({ params: asked, headers: { tenantId }, request }) =>
        await operations.find(request, { ...asked, tenantId }),
    }),
    defineRoute({
      method: 'PUT',
      path,
      operationId: 'putServiceSubscriber',
      tag,
      summary: 'Add a user to a service, or change the access level',
      description: atTheRoot,
      rule: manage,
      params,
      headers,
      body: Type.Optional(SubscriptionOptions),
      answers: { 204: { description: 'The user subscribes, or waits for an approval.' }, ...failures() },
      handler: async ({ params: asked, headers: { tenantId }, body, request }) =>
        await operations.put(request, { ...asked, tenantId }, body),
    }),
    defineRoute({
      method: 'DELETE',
      path,
      operationId: 'deleteServiceSubscriber',
      tag,
      summary: 'Remove a user from a service',
      description: atTheRoot,
      rule: manage,
      params,
      headers: Type.Object({
        ...tenantHeader,
        suppressNotification: Type.Optional(Type.Boolean({ description: '`true`: the user gets no mail about it.' })),
      }),
      answers: { 204: { description: 'The user does not subscribe.' }, ...failures() },
      handler: async ({ params: asked, headers: { tenantId, suppressNotification }, request }) =>
        await operations.remove(request, { ...asked, tenantId }, suppressNotification),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/picture`,
      operationId: 'getServiceSubscriberPicture',
      tag,
      summary: 'Profile picture of a subscriber',
      rule: read,
      params,
      headers,
      answers: { 200: { description: 'The picture.', schema: ProfilePicture }, ...failures() },
      handler: async ({ params: asked, headers: { tenantId }, request }) =>
        await operations.picture(request, { ...asked, tenantId }),
    }),
  ];
};
