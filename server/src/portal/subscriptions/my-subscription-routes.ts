import { Type } from 'typebox';
import { askForSubscription, isServiceSeen } from '../../directory/index.ts';
import { actingOf, userOf } from '../../identity/authenticate/index.ts';
import { serviceNotFound } from '../../identity/services/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { cutPage, pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, noContent, nullable, pathIds, searchParameter, time } from '../wire/schemas.ts';
import { countOpenServices, selectOpenServices, selectOwnSubscriptions } from './own-subscription-store.ts';

const tag = 'My subscriptions';

const subscriptionSchema = Type.Object(
  {
    serviceId: id,
    name: Type.String(),
    shortDescription: Type.String(),
    serviceUrl: nullable(Type.String()),
    state: Type.Enum(['subscribing', 'pending', 'rejected', 'error']),
    accessLevel: nullable(Type.String()),
    updatedOn: time,
  },
  { title: 'MySubscription' },
);

const openServiceSchema = Type.Object(
  {
    id,
    name: Type.String(),
    shortDescription: Type.String(),
    category: nullable(Type.String()),
    approvalNeeded: Type.Boolean({ description: 'Somebody of the service decides first.' }),
  },
  { title: 'OpenService' },
);

/** What the signed-in user uses, and may ask for (contract B9). */
export const createMySubscriptionRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/me/subscriptions',
    operationId: 'listMySubscriptions',
    tag,
    summary: 'Services that the signed-in user uses, has asked for or was refused.',
    rule: deps.rules.signedInUser,
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of subscriptions, by name.', schema: pageOf(subscriptionSchema) } },
    handler: async ({ query, request }) => {
      const subscriptions = await selectOwnSubscriptions(deps.database, userOf(request).userId);
      return cutPage(
        readPage(query),
        subscriptions.map(({ updatedAt, ...subscription }) => ({ ...subscription, updatedOn: updatedAt })),
      );
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/me/open-services',
    operationId: 'listOpenServices',
    tag,
    summary: 'Services that the signed-in user may join or ask for.',
    rule: deps.rules.signedInUser,
    query: Type.Object({ ...pageQuery, search: searchParameter }),
    answers: { 200: { description: 'A page of services, by name.', schema: pageOf(openServiceSchema) } },
    handler: async ({ query, request }) => {
      const window = readPage(query);
      const { userId, tenantId } = userOf(request);
      const filter = { userId, tenantId, search: query.search };
      const services = await selectOpenServices(deps.database, { ...filter, ...window });
      return toPage(window, services, await countOpenServices(deps.database, filter));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/me/subscriptions/{serviceId}',
    operationId: 'askForSubscription',
    tag,
    summary: 'Joins a service, or asks for it where somebody decides. Doing it twice changes nothing.',
    rule: deps.rules.signedInUser,
    params: pathIds('serviceId'),
    answers: { 204: noContent },
    handler: async ({ params: { serviceId }, request }) => {
      const { userId, tenantId } = userOf(request);
      if (!(await isServiceSeen(deps.database, serviceId, { id: userId, tenantId }))) throw serviceNotFound();
      const input = { serviceId, user: { id: userId, tenantId } };
      await askForSubscription({ database: deps.database, secretBox: deps.box }, actingOf(request), input);
    },
  }),
];
