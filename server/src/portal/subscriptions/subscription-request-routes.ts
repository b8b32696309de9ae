import { Type } from 'typebox';
import { settleSubscription } from '../../directory/index.ts';
import { actingOf, isAdministrator, userOf } from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, noContent, nullable, pathIds, time } from '../wire/schemas.ts';
import { countSubscriptionRequests, selectSubscriptionRequests } from './subscription-request-store.ts';

const tag = 'Subscription requests';

const requestSchema = Type.Object(
  {
    serviceId: id,
    serviceName: Type.String(),
    userId: id,
    userName: Type.String(),
    userEmail: Type.String(),
    accessLevel: nullable(Type.String()),
    requestedOn: time,
  },
  { title: 'SubscriptionRequest' },
);

/** Services that need an approval (contract B9): those who keep them see who waits, and decide. */
export const createSubscriptionRequestRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/subscription-requests',
    operationId: 'listSubscriptionRequests',
    tag,
    summary: 'Requests that the signed-in user may decide about; who waits longest comes first.',
    rule: deps.rules.signedInUser,
    query: Type.Object({ ...pageQuery, serviceId: Type.Optional(id) }),
    answers: { 200: { description: 'A page of requests.', schema: pageOf(requestSchema) } },
    handler: async ({ query, request }) => {
      const window = readPage(query);
      const user = userOf(request);
      const filter = { keeperId: isAdministrator(user) ? null : user.userId, serviceId: query.serviceId };
      const requests = await selectSubscriptionRequests(deps.database, { ...filter, ...window });
      return toPage(
        window,
        requests.map(({ requestedAt, ...row }) => ({ ...row, requestedOn: requestedAt })),
        await countSubscriptionRequests(deps.database, filter),
      );
    },
  }),
  ...(['approve', 'reject'] as const).map((decision) =>
    defineRoute({
      method: 'POST',
      path: `/services/{serviceId}/subscription-requests/{userId}/${decision}`,
      operationId: decision === 'approve' ? 'approveSubscription' : 'rejectSubscription',
      tag,
      summary: decision === 'approve' ? 'Lets somebody who waits use the service.' : 'Refuses somebody who waits.',
      rule: deps.rules.serviceKeeper,
      params: pathIds('serviceId', 'userId'),
      answers: { 204: noContent },
      handler: async ({ params, request }) => {
        // Only who asked is there for the decider, whichever tenant it is of.
        const input = { ...params, tenantId: null, seesTenant: false, decision };
        await settleSubscription({ database: deps.database, secretBox: deps.box }, actingOf(request), input);
      },
    }),
  ),
];
