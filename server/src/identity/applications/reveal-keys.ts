import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { auditOfApplication } from './audit-of-application.ts';
import type { ApplicationDeps } from './prepare-application.ts';
import { type ApplicationInput, findStoredApplication } from './read-application.ts';
import { type KeySlot, openKey } from './subscription-keys.ts';
import { selectSealedKeys } from './subscription-store.ts';

export const subscriptionNotFound = (): AppError =>
  new AppError('notFound', 'api-subscription.not-found', 'The application has no such subscription.');

export const subscriptionRevoked = (): AppError =>
  new AppError('conflict', 'api-subscription.revoked', 'The subscription is revoked: its keys open nothing.');

export interface SubscriptionInput extends ApplicationInput {
  readonly subscriptionId: string;
}

/** Both keys. Who looked, and when, is in the audit log before they are shown. */
export const revealKeys = async (
  transaction: Transaction,
  deps: ApplicationDeps,
  acting: Acting,
  input: SubscriptionInput,
): Promise<Readonly<Record<KeySlot, string>>> => {
  const { subscriptionId } = input;
  const application = await findStoredApplication(transaction, input);
  const found = await selectSealedKeys(transaction, application.id, subscriptionId);
  if (found === undefined) throw subscriptionNotFound();
  if (found.revoked) throw subscriptionRevoked();
  const details = { subscriptionId };
  await recordAudit(transaction, auditOfApplication(acting, application, 'application.keys-revealed', details));
  const open = (slot: KeySlot) =>
    openKey(deps.box, subscriptionId, slot, found.keys.find((key) => key.slot === slot)?.sealedKey ?? '');
  return { primary: open('primary'), secondary: open('secondary') };
};
