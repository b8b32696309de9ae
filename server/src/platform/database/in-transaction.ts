import type { Database, Transaction } from './open-database.ts';

const attempts = 3;
/** Serialization failure and deadlock: PostgreSQL undid everything, so the work may simply run again. */
const worthAnotherTry = new Set(['40001', '40P01']);

const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && worthAnotherTry.has(error.code);

/**
 * Runs `work` with a handle of its own and commits what it did. Keep SMTP, HTTP and the object store out of it: it may
 * run more than once, and it holds a connection.
 */
export const inTransaction = async <Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (attempt === attempts || !isWorthAnotherTry(error)) throw error;
    }
  }
};
