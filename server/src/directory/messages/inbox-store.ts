import { sql } from 'kysely';
import { executePrepared, type Handle, type Transaction } from '../../platform/database/index.ts';

/** A message as lists show it. */
export interface InboxEntry {
  readonly id: string;
  readonly name: string;
  readonly sender: string;
  readonly important: boolean;
  readonly summary: string;
  readonly deliveredAt: Date;
}

/** Longer contents are cut in lists; the message itself has all of it. */
const longestSummary = 500;

/** Right at all times, because nothing is counted but the rows themselves; one index answers it. */
export const countUnread = async (handle: Handle, userId: string): Promise<number> => {
  const query = sql<{ count: number }>`
    SELECT count(*)::int AS count FROM inbox_messages WHERE user_id = ${userId} AND read_at IS NULL`;
  const [row] = await executePrepared(handle, 'count unread messages', query);
  return row?.count ?? 0;
};

export interface InboxFilter {
  readonly userId: string;
  /** Also what was read already. */
  readonly all: boolean;
  readonly importantOnly: boolean;
  readonly limit: number;
  readonly skip: number;
}

/** Newest first. */
export const selectInbox = async (handle: Handle, filter: InboxFilter): Promise<InboxEntry[]> =>
  await handle
    .selectFrom('inboxMessages')
    .innerJoin('messages', 'messages.id', 'inboxMessages.messageId')
    .select(['messages.id', 'messages.name', 'messages.sender', 'inboxMessages.important', 'inboxMessages.deliveredAt'])
    .select(
      sql<string>`CASE WHEN char_length(content) > ${longestSummary}
        THEN left(content, ${longestSummary - 1}) || '…' ELSE content END`.as('summary'),
    )
    .where('inboxMessages.userId', '=', filter.userId)
    .$if(!filter.all, (query) => query.where('inboxMessages.readAt', 'is', null))
    .$if(filter.importantOnly, (query) => query.where('inboxMessages.important', '=', true))
    .orderBy('inboxMessages.deliveredAt', 'desc')
    .orderBy('inboxMessages.messageId', 'desc')
    .limit(filter.limit)
    .offset(filter.skip)
    .execute();

export interface InboxMessage {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly channelId: string;
  readonly sentAt: Date;
}

export const selectInboxMessage = async (
  handle: Handle,
  userId: string,
  messageId: string,
): Promise<InboxMessage | undefined> =>
  await handle
    .selectFrom('inboxMessages')
    .innerJoin('messages', 'messages.id', 'inboxMessages.messageId')
    .select(['messages.id', 'messages.name', 'messages.content', 'messages.channelId', 'messages.sentAt'])
    .where('inboxMessages.userId', '=', userId)
    .where('inboxMessages.messageId', '=', messageId)
    .executeTakeFirst();

/** What was delivered until so many milliseconds ago, by the database's clock. */
export const updateAllRead = async (
  transaction: Transaction,
  input: { readonly userId: string; readonly importantOnly: boolean; readonly millisecondsAgo: number },
): Promise<void> => {
  await transaction
    .updateTable('inboxMessages')
    .set({ readAt: sql<Date>`now()` })
    .where('userId', '=', input.userId)
    .where('readAt', 'is', null)
    .where(
      'deliveredAt',
      '<=',
      sql<Date>`statement_timestamp() - make_interval(secs => ${input.millisecondsAgo / 1000})`,
    )
    .$if(input.importantOnly, (query) => query.where('important', '=', true))
    .execute();
};

/** False when the user has no such message. Read before is read. */
export const updateRead = async (handle: Handle, userId: string, messageId: string): Promise<boolean> => {
  const { numUpdatedRows } = await handle
    .updateTable('inboxMessages')
    .set({ readAt: sql<Date>`coalesce(read_at, now())` })
    .where('userId', '=', userId)
    .where('messageId', '=', messageId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};
