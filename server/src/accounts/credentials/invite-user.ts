import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { userNotFound } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import { lockUser, setActivationDeadline } from '../users/user-store.ts';
import { makeActionToken } from './action-token.ts';
import { type ActionContext, insertActionToken, revokeOpenTokens } from './action-token-store.ts';

export interface InviteUserInput {
  readonly userId: string;
  readonly scope: TenantScope;
  /** What the activation page needs: where to go afterwards, which service's terms to show. */
  readonly context?: ActionContext;
}

export interface Invitation {
  readonly user: User;
  /** For the link in the mail; not kept here. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Gives the token of an activation link. It lives as long as the account waits for its activation, 30 days from now, and
 * replaces the links of earlier invitations.
 */
export const inviteUser = async (
  transaction: Transaction,
  acting: Acting,
  input: InviteUserInput,
): Promise<Invitation> => {
  const user = await lockUser(transaction, input.userId, input.scope);
  if (user === undefined) throw userNotFound();
  if (user.activated) {
    throw new AppError('conflict', 'user.already-activated', 'The user has activated the account already.');
  }
  if (user.deactivated) throw new AppError('conflict', 'user.deactivated', 'The user is deactivated.');
  await setActivationDeadline(transaction, user.id);
  await revokeOpenTokens(transaction, user.id, 'activation');
  const { token, tokenHash } = makeActionToken('activation');
  const { expiresAt } = await insertActionToken(transaction, {
    userId: user.id,
    purpose: 'activation',
    tokenHash,
    address: user.email,
    context: input.context ?? {},
  });
  await recordAudit(transaction, {
    ...acting,
    action: 'user.invited',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
  });
  return { user, token, expiresAt };
};
