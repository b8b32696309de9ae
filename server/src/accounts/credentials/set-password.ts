import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { userNotFound } from '../users/find-user.ts';
import { lockUser, raiseCredentialsVersion } from '../users/user-store.ts';
import { revokeOpenTokens } from './action-token-store.ts';
import { upsertPassword } from './password-store.ts';
import type { PreparedPassword } from './prepare-password.ts';

export interface SetPasswordInput {
  readonly userId: string;
  readonly scope: TenantScope;
  readonly password: PreparedPassword;
  /** True when somebody else chose it. */
  readonly mustChange?: boolean;
}

/** A new password ends every session and token of the user and makes reset links that are under way useless. */
export const setPassword = async (transaction: Transaction, acting: Acting, input: SetPasswordInput): Promise<void> => {
  const user = await lockUser(transaction, input.userId, input.scope);
  if (user === undefined) throw userNotFound();
  await upsertPassword(transaction, {
    userId: user.id,
    passwordHash: input.password.passwordHash,
    mustChange: input.mustChange ?? false,
  });
  await raiseCredentialsVersion(transaction, user.id);
  await revokeOpenTokens(transaction, user.id, 'passwordReset');
  await recordAudit(transaction, {
    ...acting,
    action: 'user.password-set',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
  });
  await publish(transaction, 'credential', user.id);
};
