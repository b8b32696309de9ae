import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** What the mails of a message have in common. */
export interface MailedMessage {
  readonly messageId: string;
  readonly channelId: string;
  readonly name: string;
  readonly content: string;
  readonly important: boolean;
  readonly sender: string;
  readonly channel: string;
  readonly serviceUrl: string | null;
}

export const selectMailedMessage = async (handle: Handle, messageId: string): Promise<MailedMessage | undefined> =>
  await handle
    .selectFrom('messages')
    .innerJoin('messageChannels', 'messageChannels.id', 'messages.channelId')
    .innerJoin('services', 'services.id', 'messages.serviceId')
    .select(['messages.id as messageId', 'messages.channelId', 'messages.name', 'messages.content'])
    .select(['messages.important', 'messages.sender', 'messageChannels.name as channel', 'services.serviceUrl'])
    .where('messages.id', '=', messageId)
    .where('messages.kind', '=', 'email')
    .executeTakeFirst();

export interface WaitingReader {
  readonly userId: string;
  readonly displayName: string;
  readonly email: string;
}

/**
 * Readers whose mail is not in the outbox yet, held until the end of the transaction, and now counted as done. Whoever has
 * unsubscribed in between is counted and gets none; the number says how many were counted.
 */
export const takeWaitingReaders = async (
  transaction: Transaction,
  messageId: string,
  most: number,
): Promise<{ readonly readers: readonly WaitingReader[]; readonly taken: number }> => {
  const { rows } = await sql<WaitingReader & { readonly isWanted: boolean }>`
    WITH taken AS (
      SELECT m.user_id FROM message_mails m
      WHERE m.message_id = ${messageId} AND m.queued_at IS NULL
      ORDER BY m.user_id LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), done AS (
      UPDATE message_mails m SET queued_at = now() FROM taken
      WHERE m.message_id = ${messageId} AND m.user_id = taken.user_id
    )
    SELECT u.id AS user_id, u.display_name, u.email,
      u.deactivated_at IS NULL AND coalesce(p.email, true) AS is_wanted
    FROM taken JOIN users u ON u.id = taken.user_id
    JOIN messages ON messages.id = ${messageId}
    LEFT JOIN channel_preferences p ON p.user_id = u.id AND p.channel_id = messages.channel_id
    ORDER BY u.id`.execute(transaction);
  return { readers: rows.filter(({ isWanted }) => isWanted), taken: rows.length };
};
