import { sql } from 'kysely';
import type { Handle, Transaction } from '../../../platform/database/index.ts';

export const deleteRecoveryCodes = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
};

export const insertRecoveryCodes = async (
  transaction: Transaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> => {
  await transaction
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
};

/** True for whoever uses it first. */
export const takeRecoveryCode = async (
  transaction: Transaction,
  userId: string,
  codeHash: Buffer,
): Promise<boolean> => {
  const row = await transaction
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const countUnusedRecoveryCodes = async (handle: Handle, userId: string): Promise<number> => {
  const { count } = await handle
    .selectFrom('recoveryCodes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};
