import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { touchResources } from '../services/resources/resource-store.ts';
import { auditOfApplication } from './audit-of-application.ts';
import { lockStoredApplication } from './read-application.ts';
import { type SubscriptionInput, subscriptionNotFound } from './reveal-keys.ts';
import { markSubscriptionRevoked, selectSealedKeys } from './subscription-store.ts';

/** Both keys open nothing any more. A deployment that lists the product again gets new ones. Twice changes nothing. */
export const revokeSubscription = async (
  transaction: Transaction,
  acting: Acting,
  input: SubscriptionInput,
): Promise<void> => {
  const { subscriptionId } = input;
  const application = await lockStoredApplication(transaction, input);
  if ((await selectSealedKeys(transaction, application.id, subscriptionId)) === undefined) throw subscriptionNotFound();
  if (!(await markSubscriptionRevoked(transaction, subscriptionId))) return;
  await touchResources(transaction, [application.id]);
  const details = { subscriptionId };
  await recordAudit(transaction, auditOfApplication(acting, application, 'application.subscription-revoked', details));
  await publish(transaction, 'credential', subscriptionId);
};
