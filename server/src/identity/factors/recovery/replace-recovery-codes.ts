import type { Acting, User } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { hashRecoveryCode, makeRecoveryCode, recoveryCodeCount } from './recovery-code.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './recovery-code-store.ts';

/** Ten new codes, to be shown once; those from before are void. */
export const replaceRecoveryCodes = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly user: Pick<User, 'id' | 'tenantId'> },
): Promise<readonly string[]> => {
  const { user } = input;
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
  await deleteRecoveryCodes(transaction, user.id);
  await insertRecoveryCodes(
    transaction,
    user.id,
    codes.map((code) => hashRecoveryCode(user.id, code)),
  );
  await recordAudit(transaction, {
    ...acting,
    action: 'user.recovery-codes-made',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { count: codes.length },
  });
  return codes;
};
