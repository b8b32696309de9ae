import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

/**
 * Whether something that was issued at this second is from before the last change of the user's credentials: a new
 * password or a sign-out everywhere voids every session, code and refresh token that was there.
 */
export const isOlderThanCredentials = async (handle: Handle, userId: string, issuedAt: number): Promise<boolean> => {
  const row = await handle
    .selectFrom('users')
    .select(sql<boolean>`floor(extract(epoch FROM credentials_changed_at)) > ${issuedAt}`.as('isOlder'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.isOlder ?? true;
};
