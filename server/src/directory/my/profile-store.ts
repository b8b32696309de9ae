import { CompiledQuery } from 'kysely';
import { formatName } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/index.ts';

/** What the profile shows of its owner. */
export interface Profile {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly phoneVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** `{lastName}, {firstName}`. */
  readonly name: string;
  readonly language: string | null;
  readonly countryCode: string | null;
  readonly managedAccount: boolean;
  readonly accessHubEnabled: boolean;
  readonly activated: boolean;
  readonly companies: number;
}

type Row = Omit<Profile, 'name'> & { readonly displayName: string };

// Written once and not built for each request: this is the operation that clients call most (goal S7).
const statement = `SELECT u.id, u.email, u.email_verified_at IS NOT NULL AS email_verified, u.phone,
  u.phone_verified_at IS NOT NULL AS phone_verified, u.first_name, u.last_name, u.display_name, u.language,
  u.country_code, u.managed_account, u.access_hub_enabled, u.activated_at IS NOT NULL AS activated,
  (SELECT count(*)::int FROM company_memberships m WHERE m.user_id = u.id AND m.state = 'member') AS companies
FROM users u WHERE u.id = $1`;

export const selectProfile = async (database: Database, userId: string): Promise<Profile | undefined> => {
  const { rows } = await database.executeQuery<Row>(CompiledQuery.raw(statement, [userId]));
  const [row] = rows;
  if (row === undefined) return undefined;
  const { displayName, ...profile } = row;
  return { ...profile, name: formatName(profile, displayName) };
};
