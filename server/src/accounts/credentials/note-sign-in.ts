import { type Database, inTransaction } from '../../platform/database/index.ts';
import { setLastSignIn } from './password-store.ts';

/** Somebody got in, by whichever way: lists of people show when that was last. */
export const noteSignIn = async (database: Database, input: { readonly userId: string }): Promise<void> =>
  await inTransaction(database, (transaction) => setLastSignIn(transaction, [input.userId]));
