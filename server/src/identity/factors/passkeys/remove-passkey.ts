import type { Acting, User } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { deleteRecoveryCodes } from '../recovery/recovery-code-store.ts';
import { selectConfirmedTotp } from '../totp/totp-store.ts';
import { deletePasskey, selectPasskeys } from './passkey-store.ts';

/** Takes one of the user's own passkeys away; the recovery codes go with the last factor. */
export const removePasskey = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly user: Pick<User, 'id' | 'tenantId'>; readonly passkeyId: string },
): Promise<void> => {
  const { user, passkeyId } = input;
  if (!(await deletePasskey(transaction, { userId: user.id, id: passkeyId }))) {
    throw new AppError('notFound', 'passkey.not-found', 'There is no such passkey.');
  }
  const left = await selectPasskeys(transaction, user.id);
  if (left.length === 0 && (await selectConfirmedTotp(transaction, user.id)) === undefined) {
    await deleteRecoveryCodes(transaction, user.id);
  }
  await recordAudit(transaction, {
    ...acting,
    action: 'user.passkey-removed',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { passkeyId },
  });
};
