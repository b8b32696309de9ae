import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { touchResources } from '../services/resources/resource-store.ts';
import { auditOfApplication } from './audit-of-application.ts';
import type { ApplicationDeps } from './prepare-application.ts';
import { lockStoredApplication } from './read-application.ts';
import { type SubscriptionInput, subscriptionNotFound, subscriptionRevoked } from './reveal-keys.ts';
import { type KeySlot, makeKey } from './subscription-keys.ts';
import { replaceKey, selectSealedKeys } from './subscription-store.ts';

/** A new key in one slot; the other slot's key goes on working, so that clients can change over (contract X6). */
export const regenerateKey = async (
  transaction: Transaction,
  deps: ApplicationDeps,
  acting: Acting,
  input: SubscriptionInput & { readonly slot: KeySlot },
): Promise<string> => {
  const { subscriptionId, slot } = input;
  const application = await lockStoredApplication(transaction, input);
  const found = await selectSealedKeys(transaction, application.id, subscriptionId);
  if (found === undefined) throw subscriptionNotFound();
  if (found.revoked) throw subscriptionRevoked();
  const key = makeKey(deps.box, subscriptionId, slot);
  await replaceKey(transaction, subscriptionId, key);
  await touchResources(transaction, [application.id]);
  const details = { subscriptionId, slot };
  await recordAudit(transaction, auditOfApplication(acting, application, 'application.key-regenerated', details));
  await publish(transaction, 'credential', subscriptionId);
  return key.text;
};
