import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

/** Links, codes and counters that mean nothing any more. Gives how many rows. */
export const deleteExpiredRows = async (handle: Handle): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    WITH tokens AS (DELETE FROM action_tokens WHERE expires_at < now() - interval '1 day' RETURNING 1),
         codes AS (DELETE FROM one_time_codes WHERE expires_at < now() - interval '1 day' RETURNING 1),
         throttles AS (DELETE FROM sign_in_throttles WHERE expires_at < now() RETURNING 1)
    SELECT ((SELECT count(*) FROM tokens) + (SELECT count(*) FROM codes) + (SELECT count(*) FROM throttles))::int AS count
  `.execute(handle);
  return rows[0]?.count ?? 0;
};
