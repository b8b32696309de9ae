import type { User } from '../../accounts/index.ts';
import {
  createGatherer,
  type Database,
  type Handle,
  perDatabase,
  preparedQuery,
} from '../../platform/database/index.ts';

/** What UserInfo shows of a user, the number of companies included. */
export type Profile = Pick<
  User,
  | 'id'
  | 'email'
  | 'emailVerified'
  | 'phone'
  | 'phoneVerified'
  | 'firstName'
  | 'lastName'
  | 'displayName'
  | 'language'
  | 'countryCode'
  | 'managedAccount'
  | 'accessHubEnabled'
  | 'activated'
> & { readonly companies: number };

const columns = `u.id, u.email, u.email_verified_at IS NOT NULL AS email_verified, u.phone,
  u.phone_verified_at IS NOT NULL AS phone_verified, u.first_name, u.last_name, u.display_name, u.language,
  u.country_code, u.managed_account, u.access_hub_enabled, u.activated_at IS NOT NULL AS activated,
  (SELECT count(*)::int FROM company_memberships m WHERE m.user_id = u.id AND m.state = 'member') AS companies`;

const ofUsers = `SELECT ${columns} FROM users u WHERE u.id = ANY ($1::uuid[])`;
const inOrder = `SELECT ${columns} FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place)
  JOIN users u ON u.id = given.id AND u.tenant_id = $2 ORDER BY given.place`;

const selectTogether = async (
  database: Database,
  userIds: readonly string[],
): Promise<readonly (Profile | undefined)[]> => {
  const { rows } = await database.executeQuery(preparedQuery<Profile>('profile', ofUsers, [userIds]));
  const byId = new Map(rows.map((profile) => [profile.id, profile]));
  return userIds.map((id) => byId.get(id));
};

// This is what clients ask for most (goal S7).
const questions = perDatabase((database) =>
  createGatherer({ most: 100, runs: 2, run: (ids: readonly string[]) => selectTogether(database, ids) }),
);

export const selectProfile = async (database: Database, userId: string): Promise<Profile | undefined> =>
  await questions(database)(userId);

/** Those of the users who are of the tenant, in the order given. */
export const selectProfiles = async (
  handle: Handle,
  userIds: readonly string[],
  tenantId: string,
): Promise<Profile[]> => {
  const { rows } = await handle.executeQuery(preparedQuery<Profile>('profiles', inOrder, [userIds, tenantId]));
  return [...rows];
};
