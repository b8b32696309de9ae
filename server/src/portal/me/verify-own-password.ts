import {
  findUser,
  forgiveSignInTries,
  readPasswordState,
  takeSignInTry,
  type User,
  verifyPassword,
} from '../../accounts/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { PortalDeps } from '../portal-deps.ts';

export interface OwnPasswordInput {
  readonly userId: string;
  readonly tenantId: string;
  readonly password: string | undefined;
  /** Where the request came from: a stolen session must not become a way to guess the password. */
  readonly address: string;
}

/**
 * The user, who has just shown that it is not only a session or token that acts: what a person signs in with is changed
 * by the password only. Whoever has none here, because the tenant has an identity provider of its own, shows nothing.
 */
export const verifyOwnPassword = async (
  deps: Pick<PortalDeps, 'database' | 'passwords'>,
  input: OwnPasswordInput,
): Promise<User> => {
  const { userId, tenantId, password = '', address } = input;
  const user = await findUser(deps.database, { userId, scope: { tenantId } });
  if ((await readPasswordState(deps.database, { userId })) === undefined) return user;
  const given = { email: user.email, address };
  await takeSignInTry(deps.database, given);
  if (!(await verifyPassword(deps, { userId, password }))) {
    const message = 'The password is not right.';
    throw new AppError('invalid', 'password.wrong', message, { details: [{ in: 'body', path: '/password', message }] });
  }
  await forgiveSignInTries(deps.database, given);
  return user;
};
