import type { Acting, User } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { selectPasskeys } from '../passkeys/passkey-store.ts';
import { deleteRecoveryCodes } from '../recovery/recovery-code-store.ts';
import { deleteConfirmedTotp, deletePendingTotp } from './totp-store.ts';

/** Takes the authenticator app away; the recovery codes go with the last factor. False when there was none. */
export const removeTotp = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly user: Pick<User, 'id' | 'tenantId'> },
): Promise<boolean> => {
  const { user } = input;
  await deletePendingTotp(transaction, user.id);
  if (!(await deleteConfirmedTotp(transaction, user.id))) return false;
  if ((await selectPasskeys(transaction, user.id)).length === 0) await deleteRecoveryCodes(transaction, user.id);
  await recordAudit(transaction, {
    ...acting,
    action: 'user.totp-removed',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
  });
  return true;
};
