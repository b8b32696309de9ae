import type { Transaction } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import type { ProductReference } from './application-settings.ts';
import type { StoredApplication } from './application-store.ts';
import { insertSubscriptions } from './credential-rows.ts';
import { makeSubscription } from './subscription-keys.ts';
import { deleteSubscriptions, orderSubscriptions } from './subscription-store.ts';

/**
 * Makes the subscriptions those that are wanted. Keys of products that stay are kept; a subscription that was revoked and
 * is wanted again gets new keys, because the old ones were meant to be dead. Gives the ids of those that ended; undefined
 * where nothing changed.
 */
export const syncSubscriptions = async (
  transaction: Transaction,
  box: SecretBox,
  current: StoredApplication,
  wanted: readonly ProductReference[],
): Promise<readonly string[] | undefined> => {
  const productIds = wanted.map(({ productId }) => productId);
  const live = current.subscriptions.filter(({ revoked }) => !revoked).map(({ productId }) => productId);
  if (JSON.stringify(live) === JSON.stringify(productIds)) return undefined;
  const gone = current.subscriptions.filter(({ productId, revoked }) => revoked || !productIds.includes(productId));
  await deleteSubscriptions(
    transaction,
    current.id,
    gone.map(({ id }) => id),
  );
  const fresh = productIds.filter((productId) => !live.includes(productId));
  await insertSubscriptions(
    transaction,
    current.id,
    fresh.map((productId) => makeSubscription(box, productId, productIds.indexOf(productId))),
  );
  await orderSubscriptions(transaction, current.id, productIds);
  return gone.map(({ id }) => id);
};
