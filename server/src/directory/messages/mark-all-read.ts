import { type Database, inTransaction } from '../../platform/database/index.ts';
import { updateAllRead } from './inbox-store.ts';

export interface MarkAllReadInput {
  readonly userId: string;
  readonly importantOnly: boolean;
  /** Milliseconds since the request arrived. */
  readonly elapsed: () => number;
}

/**
 * Contract B15: what was unread when the request arrived, never a message that came later, also when the request had to
 * wait for a connection. That is why the time is taken inside the transaction, with the connection in hand.
 */
export const markAllRead = async (deps: { readonly database: Database }, input: MarkAllReadInput): Promise<void> =>
  await inTransaction(deps.database, async (transaction) => {
    const { userId, importantOnly, elapsed } = input;
    await updateAllRead(transaction, { userId, importantOnly, millisecondsAgo: elapsed() });
  });
