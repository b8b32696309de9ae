import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { findUsersByEmail } from '../users/find-users-by-email.ts';
import type { User } from '../users/user.ts';
import { makeActionToken } from './action-token.ts';
import { insertActionToken, revokeOpenTokens } from './action-token-store.ts';

export interface PasswordReset {
  readonly user: User;
  /** For the link in the mail; not kept here. */
  readonly token: string;
  readonly expiresAt: Date;
}

export const passwordResetMinutes = 30;

/**
 * A link for each account of the e-mail that may have a password; none for an unknown e-mail. Because that takes less
 * time, run it behind the answer (in a job), never in front of it.
 */
export const requestPasswordReset = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly email: string; readonly scope: TenantScope },
): Promise<PasswordReset[]> => {
  const users = await findUsersByEmail(transaction, input);
  const resets: PasswordReset[] = [];
  for (const user of users.filter((each) => each.activated && !each.deactivated && !each.managedAccount)) {
    await revokeOpenTokens(transaction, user.id, 'passwordReset');
    const { token, tokenHash } = makeActionToken('passwordReset');
    const { expiresAt } = await insertActionToken(transaction, {
      userId: user.id,
      purpose: 'passwordReset',
      tokenHash,
      address: user.email,
      context: {},
      minutes: passwordResetMinutes,
    });
    await recordAudit(transaction, {
      ...acting,
      action: 'user.password-reset-requested',
      target: { kind: 'user', id: user.id },
      tenantId: user.tenantId,
    });
    resets.push({ user, token, expiresAt });
  }
  return resets;
};
