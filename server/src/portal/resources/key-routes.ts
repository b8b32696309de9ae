import { Type } from 'typebox';
import {
  type ApplicationSubscription,
  keySlots,
  listSubscriptions,
  regenerateKey,
  revealKeys,
  revokeSubscription,
} from '../../identity/applications/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, noContent, nullable, pathIds, time } from '../wire/schemas.ts';

const tag = 'Secrets and keys';
const path = '/projects/{projectId}/applications/{applicationId}/subscriptions';
const slot = Type.Enum([...keySlots]);

const subscriptionSchema = Type.Object(
  {
    id,
    productId: id,
    productName: Type.String(),
    createdOn: time,
    revokedOn: nullable(time),
    keys: Type.Array(Type.Object({ slot, createdOn: time, lastUsedOn: nullable(time) })),
  },
  { title: 'ApiSubscription', description: 'An API product that the application subscribes to; without the keys.' },
);

const toSubscription = ({ createdAt, revokedAt, keys, ...subscription }: ApplicationSubscription) => ({
  ...subscription,
  createdOn: createdAt,
  revokedOn: revokedAt,
  keys: keys.map((key) => ({ slot: key.slot, createdOn: key.createdAt, lastUsedOn: key.lastUsedAt })),
});

const keysSchema = Type.Object({ primary: Type.String(), secondary: Type.String() }, { title: 'SubscriptionKeys' });

/** Contract X6: two keys per subscription, so that clients can change over from one to the other. */
export const createKeyRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path,
    operationId: 'listApiSubscriptions',
    tag,
    summary: 'API products that an application subscribes to, without the keys.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId', 'applicationId'),
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of subscriptions.', schema: pageOf(subscriptionSchema) } },
    handler: async ({ params: { projectId, applicationId }, query }) => {
      const subscriptions = await listSubscriptions(deps.database, { applicationId, scope: { projectId } });
      return cutPage(readPage(query), subscriptions.map(toSubscription));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/{subscriptionId}/reveal`,
    operationId: 'revealSubscriptionKeys',
    tag,
    summary: 'Shows both keys of a subscription. Who looked is written down first.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'applicationId', 'subscriptionId'),
    answers: { 200: { description: 'The keys.', schema: keysSchema } },
    handler: async ({ params: { projectId, applicationId, subscriptionId }, request }) => {
      const input = { applicationId, scope: { projectId }, subscriptionId };
      return await inTransaction(deps.database, (t) => revealKeys(t, deps, actingOf(request), input));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/{subscriptionId}/keys/{slot}/regenerate`,
    operationId: 'regenerateSubscriptionKey',
    tag,
    summary: 'Puts a new key in one of the two places and shows it; the old one ends at once.',
    rule: deps.rules.projectMember('contributor'),
    params: Type.Object({ projectId: id, applicationId: id, subscriptionId: id, slot }),
    answers: {
      200: { description: 'The new key.', schema: Type.Object({ slot, key: Type.String() }, { title: 'NewKey' }) },
    },
    handler: async ({ params: { projectId, applicationId, ...which }, request }) => {
      const input = { applicationId, scope: { projectId }, ...which };
      const key = await inTransaction(deps.database, (t) => regenerateKey(t, deps, actingOf(request), input));
      return { slot: which.slot, key };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/{subscriptionId}`,
    operationId: 'revokeApiSubscription',
    tag,
    summary: 'Ends a subscription; both keys open nothing any more.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId', 'applicationId', 'subscriptionId'),
    answers: { 204: noContent },
    handler: async ({ params: { projectId, applicationId, subscriptionId }, request }) => {
      const input = { applicationId, scope: { projectId }, subscriptionId };
      await inTransaction(deps.database, (t) => revokeSubscription(t, actingOf(request), input));
    },
  }),
];
