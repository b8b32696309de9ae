import { inTransaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { User } from '../users/user.ts';
import { selectUser } from '../users/user-store.ts';
import { actionTokenHash, actionTokenInvalid } from './action-token.ts';
import { selectOpenToken, useToken } from './action-token-store.ts';
import { preparePassword } from './prepare-password.ts';
import { setPassword } from './set-password.ts';
import type { SignInDeps } from './sign-in-with-password.ts';

/** Sets a new password by the link of a mail. Of several tries with one link one wins. */
export const resetPassword = async (
  deps: SignInDeps,
  acting: Acting,
  input: { readonly token: string; readonly password: string },
): Promise<User> => {
  const tokenHash = actionTokenHash('passwordReset', input.token);
  const open = await selectOpenToken(deps.database, 'passwordReset', tokenHash);
  const user = open === undefined ? undefined : await selectUser(deps.database, open.userId, 'everyTenant');
  if (user === undefined || user.deactivated) throw actionTokenInvalid();
  const password = await preparePassword(deps, { password: input.password, owner: user });
  await inTransaction(deps.database, async (transaction) => {
    const used = await useToken(transaction, 'passwordReset', tokenHash);
    if (used === undefined) throw actionTokenInvalid();
    await setPassword(transaction, acting, { userId: user.id, scope: { tenantId: user.tenantId }, password });
  });
  return user;
};
