import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import {
  changeProfile,
  changeUserEmail,
  changeUserSettings,
  findUser,
  type TenantScope,
  type User,
} from '../../accounts/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { userChanges } from './user-schemas.ts';

const settingNames = ['managedAccount', 'accessHubEnabled', 'secondFactorRequired'] as const;

/** What an administrator changes of a user: profile, settings and address, all or nothing. */
export const changeUser = async (
  transaction: Transaction,
  request: FastifyRequest,
  input: { readonly userId: string; readonly scope: TenantScope; readonly changes: Static<typeof userChanges> },
): Promise<User> => {
  const { userId, scope } = input;
  const acting = actingOf(request);
  const { email, managedAccount, accessHubEnabled, secondFactorRequired, ...profile } = input.changes;
  const given = { managedAccount, accessHubEnabled, secondFactorRequired };
  const settings = Object.fromEntries(
    settingNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  let user = await findUser(transaction, { userId, scope });
  if (Object.keys(profile).length > 0) {
    user = await changeProfile(transaction, acting, { userId, scope, changes: profile });
  }
  if (Object.keys(settings).length > 0) {
    user = await changeUserSettings(transaction, acting, { userId, scope, settings });
  }
  // Nobody has shown yet that mail to it arrives.
  if (email !== undefined && email !== user.email) {
    user = await changeUserEmail(transaction, acting, { userId, scope, email, verified: false });
  }
  return user;
};
