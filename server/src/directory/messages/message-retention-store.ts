import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

export interface OldMessage {
  readonly id: string;
  /** As the database writes it, to the microsecond. */
  readonly createdAt: string;
}

/** Messages older than so many days whose readers are all found, oldest first, after the one given. */
export const selectOldMessages = async (
  handle: Handle,
  input: { readonly days: number; readonly after: OldMessage | undefined; readonly most: number },
): Promise<readonly OldMessage[]> => {
  const { days, after, most } = input;
  const { rows } = await sql<OldMessage>`
    SELECT id, created_at::text AS created_at FROM messages
    WHERE created_at < now() - ${days} * interval '1 day' AND NOT audience_open
      AND (${after === undefined}::boolean OR (created_at, id) > (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY created_at, id LIMIT ${most}`.execute(handle);
  return rows;
};

/** Takes a message from those who have read it, and forgets whom it was mailed to. Gives how many rows went. */
export const deleteReadCopies = async (handle: Handle, messageId: string, most: number): Promise<number> => {
  const { rows } = await sql<{ gone: number }>`
    WITH read AS (
      DELETE FROM inbox_messages WHERE message_id = ${messageId} AND user_id IN (
        SELECT user_id FROM inbox_messages WHERE message_id = ${messageId} AND read_at IS NOT NULL LIMIT ${most}
      ) RETURNING user_id
    ), mailed AS (
      DELETE FROM message_mails WHERE message_id = ${messageId} AND user_id IN (
        SELECT user_id FROM message_mails WHERE message_id = ${messageId} AND queued_at IS NOT NULL LIMIT ${most}
      ) RETURNING user_id
    )
    SELECT greatest((SELECT count(*) FROM read), (SELECT count(*) FROM mailed))::int AS gone`.execute(handle);
  return rows[0]?.gone ?? 0;
};

/** Deletes a message that nobody has any more. */
export const deleteUnheldMessage = async (handle: Handle, messageId: string): Promise<void> => {
  await sql`
    DELETE FROM messages m WHERE m.id = ${messageId}
      AND NOT EXISTS (SELECT FROM inbox_messages i WHERE i.message_id = m.id)
      AND NOT EXISTS (SELECT FROM message_mails e WHERE e.message_id = m.id)`.execute(handle);
};

/** Users in the order of their ids, after the one given, and what each has beyond the newest `kept`. */
export const selectOverfullInboxes = async (
  handle: Handle,
  input: { readonly after: string; readonly users: number; readonly kept: number },
): Promise<readonly { readonly userId: string; readonly oldestKept: Date | null }[]> => {
  const { rows } = await sql<{ userId: string; oldestKept: Date | null }>`
    SELECT u.id AS user_id, (
      SELECT i.delivered_at FROM inbox_messages i WHERE i.user_id = u.id
      ORDER BY i.delivered_at DESC, i.message_id DESC OFFSET ${input.kept}::bigint - 1 LIMIT 1
    ) AS oldest_kept
    FROM users u WHERE u.id > ${input.after}::uuid ORDER BY u.id LIMIT ${input.users}`.execute(handle);
  return rows;
};

/** Gives how many went. */
export const deleteOlderCopies = async (
  handle: Handle,
  input: { readonly userId: string; readonly before: Date; readonly most: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    DELETE FROM inbox_messages WHERE user_id = ${input.userId} AND message_id IN (
      SELECT message_id FROM inbox_messages WHERE user_id = ${input.userId} AND delivered_at < ${input.before}
      ORDER BY delivered_at DESC, message_id DESC LIMIT ${input.most}
    )`.execute(handle);
  return Number(numAffectedRows ?? 0);
};
