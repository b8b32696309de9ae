import type { Acting, User } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import { hashRecoveryCode, readRecoveryCode } from './recovery-code.ts';
import { countUnusedRecoveryCodes, takeRecoveryCode } from './recovery-code-store.ts';

/** True once per code. */
export const useRecoveryCode = async (
  deps: { readonly database: Database },
  acting: Acting,
  input: { readonly user: Pick<User, 'id' | 'tenantId'>; readonly code: string },
): Promise<boolean> => {
  const { user } = input;
  const code = readRecoveryCode(input.code);
  if (code === undefined) return false;
  return await inTransaction(deps.database, async (transaction) => {
    if (!(await takeRecoveryCode(transaction, user.id, hashRecoveryCode(user.id, code)))) return false;
    await recordAudit(transaction, {
      ...acting,
      action: 'user.recovery-code-used',
      target: { kind: 'user', id: user.id },
      tenantId: user.tenantId,
      details: { left: await countUnusedRecoveryCodes(transaction, user.id) },
    });
    return true;
  });
};
