import { sql } from 'kysely';
import type { Database } from '../database/index.ts';

/** Forgets answers whose time is over; a job calls it. */
export const deleteExpiredAnswers = async (database: Database): Promise<number> => {
  const { numDeletedRows } = await database
    .deleteFrom('idempotencyKeys')
    .where('expiresAt', '<', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
