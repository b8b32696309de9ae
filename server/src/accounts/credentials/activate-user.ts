import { recordAudit } from '../../platform/audit/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import { acceptTerms } from '../terms/accept-terms.ts';
import { findMissingTerms } from '../terms/find-missing-terms.ts';
import { changeProfile, type ProfileChanges } from '../users/change-profile.ts';
import type { User } from '../users/user.ts';
import { lockUser, setUserActivated } from '../users/user-store.ts';
import { actionTokenHash, actionTokenInvalid } from './action-token.ts';
import { revokeOpenTokens, useToken } from './action-token-store.ts';
import { findPendingActivation } from './find-pending-activation.ts';
import { type PreparedPassword, preparePassword } from './prepare-password.ts';
import { setPassword } from './set-password.ts';
import type { SignInDeps } from './sign-in-with-password.ts';

export interface ActivateUserInput {
  readonly token: string;
  readonly password: string;
  readonly passwordRepeat?: string | undefined;
  /** Only checked against the account that the token belongs to. */
  readonly userId?: string | undefined;
  readonly email?: string | undefined;
  readonly profile?: ProfileChanges | undefined;
  readonly acceptPlatformTerms: boolean;
  readonly acceptServiceTerms: boolean;
  readonly serviceId?: string | undefined;
}

/**
 * The owner of the mailbox takes the account: password, profile and terms at once, or nothing. Of several tries with one
 * token one wins.
 */
export const activateUser = async (deps: SignInDeps, acting: Acting, input: ActivateUserInput): Promise<User> => {
  if (input.passwordRepeat !== undefined && input.passwordRepeat !== input.password) {
    const message = 'The two spellings of the password differ.';
    throw new AppError('invalid', 'password.repeat-differs', message, {
      details: [{ in: 'body', path: '/passwordRepeat', message }],
    });
  }
  const { user } = await findPendingActivation(deps.database, input);
  if (input.userId !== undefined && input.userId.toLowerCase() !== user.id) throw actionTokenInvalid();
  const password = await preparePassword(deps, { password: input.password, owner: { ...user, ...namesOf(input) } });
  return await inTransaction(deps.database, (transaction) => activate(transaction, acting, input, password));
};

const namesOf = ({ profile }: ActivateUserInput): { firstName?: string; lastName?: string } => ({
  ...(profile?.firstName ? { firstName: profile.firstName } : {}),
  ...(profile?.lastName ? { lastName: profile.lastName } : {}),
});

const activate = async (
  transaction: Transaction,
  acting: Acting,
  input: ActivateUserInput,
  password: PreparedPassword,
): Promise<User> => {
  const used = await useToken(transaction, 'activation', actionTokenHash('activation', input.token));
  const user = used === undefined ? undefined : await lockUser(transaction, used.userId, 'everyTenant');
  if (user === undefined || user.activated || user.deactivated) throw actionTokenInvalid();
  const scope = { tenantId: user.tenantId };
  await settleTerms(transaction, acting, user, input);
  await setUserActivated(transaction, user.id);
  await setPassword(transaction, acting, { userId: user.id, scope, password });
  await revokeOpenTokens(transaction, user.id, 'activation');
  await recordAudit(transaction, {
    ...acting,
    action: 'user.activated',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
  });
  return await changeProfile(transaction, acting, { userId: user.id, scope, changes: input.profile ?? {} });
};

const settleTerms = async (
  transaction: Transaction,
  acting: Acting,
  user: User,
  input: ActivateUserInput,
): Promise<void> => {
  const missing = await findMissingTerms(transaction, { userId: user.id, serviceId: input.serviceId });
  const agreed = { platform: input.acceptPlatformTerms, service: input.acceptServiceTerms };
  const refused = missing.find(({ kind }) => !agreed[kind]);
  if (refused !== undefined) {
    const member = refused.kind === 'platform' ? 'acceptPlatformTerms' : 'acceptServiceTerms';
    const message = `The terms of use of the ${refused.kind} must be accepted.`;
    throw new AppError('invalid', 'terms.not-accepted', message, {
      details: [{ in: 'body', path: `/${member}`, message }],
    });
  }
  for (const { terms } of missing) await acceptTerms(transaction, acting, { user, terms });
};
