import { inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import { findUser } from '../users/find-user.ts';
import { lockUser } from '../users/user-store.ts';
import { selectPassword } from './password-store.ts';
import { preparePassword } from './prepare-password.ts';
import { setPassword } from './set-password.ts';
import { forgiveSignInTries, takeSignInTry } from './sign-in-throttle.ts';
import type { SignInDeps } from './sign-in-with-password.ts';
import { verifyPassword } from './verify-password.ts';

export interface ChangePasswordInput {
  readonly userId: string;
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPasswordRepeat: string;
  /** Where the request came from: a stolen session must not become a way to guess the password. */
  readonly address: string;
}

const refuse = (code: string, member: string, message: string): never => {
  throw new AppError('invalid', code, message, { details: [{ in: 'body', path: `/${member}`, message }] });
};

const refuseOld = (): never => refuse('password.wrong', 'oldPassword', 'The old password is not right.');

/** The user's own change, by knowing the old password. Ends all other sessions too; the caller signs this one in anew. */
export const changePassword = async (deps: SignInDeps, acting: Acting, input: ChangePasswordInput): Promise<void> => {
  const { userId, oldPassword, newPassword, newPasswordRepeat, address } = input;
  if (newPassword !== newPasswordRepeat) {
    refuse('password.repeat-differs', 'newPasswordRepeat', 'The two spellings of the new password differ.');
  }
  const user = await findUser(deps.database, { userId, scope: 'everyTenant' });
  const given = { email: user.email, address };
  await takeSignInTry(deps.database, given);
  const before = await selectPassword(deps.database, userId);
  if (!(await verifyPassword(deps, { userId, password: oldPassword }))) {
    refuseOld();
  }
  if (newPassword.normalize('NFKC') === oldPassword.normalize('NFKC')) {
    refuse('password.unchanged', 'newPassword', 'The new password is the old one.');
  }
  const password = await preparePassword(deps, { password: newPassword, owner: user, member: 'newPassword' });
  await inTransaction(deps.database, async (transaction) => {
    await lockUser(transaction, userId, { tenantId: user.tenantId });
    // Of two changes at the same time the second no longer knows the password.
    const now = await selectPassword(transaction, userId);
    if (now?.changedAt.getTime() !== before?.changedAt.getTime()) refuseOld();
    await forgiveSignInTries(transaction, given);
    await setPassword(transaction, acting, { userId, scope: { tenantId: user.tenantId }, password });
  });
};
