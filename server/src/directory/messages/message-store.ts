import { type RawBuilder, sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { MessageKind } from './message-kind.ts';

/** What a service said, whoever gets it. */
export interface Message {
  readonly id: string;
  readonly serviceId: string;
  readonly channelId: string;
  readonly kind: MessageKind;
  readonly name: string;
  readonly content: string;
  readonly important: boolean;
  readonly sender: string;
}

const columns = ['id', 'serviceId', 'channelId', 'kind', 'name', 'content', 'important', 'sender'] as const;
type Row = Omit<Message, 'kind'> & { readonly kind: string };
const toMessage = (row: Row): Message => ({ ...row, kind: row.kind as MessageKind });

export interface Sender {
  readonly id: string;
  readonly name: string;
  /** Whose subscribers are the readers (contract B10). */
  readonly rootServiceId: string;
}

export const selectSender = async (handle: Handle, serviceId: string): Promise<Sender | undefined> =>
  await handle
    .selectFrom('services')
    .select(['id', 'name', 'rootServiceId'])
    .where('id', '=', serviceId)
    .executeTakeFirst();

export interface NewMessage extends Omit<Message, 'id'> {
  readonly senderReference: string | null;
  readonly sentAt: Date | null;
}

/** The message, or the one that was sent before under the same reference: whoever comes second waits for the first. */
export const obtainMessage = async (
  transaction: Transaction,
  message: NewMessage,
): Promise<{ readonly message: Message; readonly isNew: boolean }> => {
  const { sentAt, ...fields } = message;
  const made = await transaction
    .insertInto('messages')
    .values({ ...fields, ...(sentAt === null ? {} : { sentAt }) })
    .onConflict((conflict) => conflict.constraint('messages_sender_reference_unique').doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (made !== undefined) return { message: toMessage(made), isNew: true };
  const known = await transaction
    .selectFrom('messages')
    .select(columns)
    .where('serviceId', '=', message.serviceId)
    .where('kind', '=', message.kind)
    .where('senderReference', '=', message.senderReference)
    .executeTakeFirstOrThrow();
  return { message: toMessage(known), isNew: false };
};

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Puts the message before the readers among `candidates` who subscribe and want it. One statement, however many. Readers are
 * held: whoever is deleted at the same time is left out, and not in the way of the others.
 */
const addReaders = (message: Message, candidates: RawBuilder<unknown>): RawBuilder<unknown> => {
  const isWanted = message.kind === 'email' ? sql`coalesce(p.email, true)` : sql`coalesce(p.notification_center, true)`;
  const readers = sql`(
    SELECT u.id FROM (${candidates}) AS candidate
    JOIN users u ON u.id = candidate.user_id AND u.deactivated_at IS NULL
    LEFT JOIN channel_preferences p ON p.user_id = u.id AND p.channel_id = ${message.channelId}
    WHERE ${isWanted}
    FOR KEY SHARE OF u) AS reader`;
  return message.kind === 'email'
    ? sql`INSERT INTO message_mails (message_id, user_id)
        SELECT ${message.id}::uuid, reader.id FROM ${readers}
        ON CONFLICT ON CONSTRAINT message_mails_pkey DO NOTHING`
    : sql`INSERT INTO inbox_messages (message_id, user_id, important)
        SELECT ${message.id}::uuid, reader.id, ${message.important}::boolean FROM ${readers}
        ON CONFLICT ON CONSTRAINT inbox_messages_pkey DO NOTHING`;
};

/** Those of the users who subscribe; the others are left out (contract B14). Gives how many are new. */
export const addListedReaders = async (
  transaction: Transaction,
  message: Message,
  rootServiceId: string,
  userIds: readonly string[],
): Promise<number> => {
  const candidates = sql`
    SELECT DISTINCT s.user_id FROM unnest(${[...userIds]}::uuid[]) AS given (id)
    JOIN subscriptions s ON s.service_id = ${rootServiceId} AND s.user_id = given.id AND s.state = 'subscribing'`;
  const { numAffectedRows } = await addReaders(message, candidates).execute(transaction);
  return Number(numAffectedRows ?? 0n);
};

/** From now on the message goes to everybody, beginning with the first. */
export const openAudience = async (transaction: Transaction, messageId: string): Promise<void> => {
  await transaction
    .updateTable('messages')
    .set({ audienceOpen: true, audienceAfter: null })
    .where('id', '=', messageId)
    .execute();
};

/** The message as long as not everybody has it, held against other steps. */
export const lockOpenMessage = async (
  transaction: Transaction,
  messageId: string,
): Promise<{ readonly message: Message; readonly after: string | null } | undefined> => {
  const row = await transaction
    .selectFrom('messages')
    .select([...columns, 'audienceAfter'])
    .where('id', '=', messageId)
    .where('audienceOpen', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { audienceAfter, ...message } = row;
  return { message: toMessage(message), after: audienceAfter };
};

/** The next `most` subscribers in the order of their ids. False when these were the last. */
export const addNextReaders = async (
  transaction: Transaction,
  step: {
    readonly message: Message;
    readonly rootServiceId: string;
    readonly after: string | null;
    readonly most: number;
  },
): Promise<boolean> => {
  const { message, rootServiceId, after, most } = step;
  const { rows } = await sql<{ isOpen: boolean }>`
    WITH step AS (
      SELECT s.user_id FROM subscriptions s
      WHERE s.service_id = ${rootServiceId} AND s.state = 'subscribing' AND s.user_id > ${after ?? nobody}
      ORDER BY s.user_id LIMIT ${most}
    ), added AS (${addReaders(message, sql`SELECT user_id FROM step`)})
    UPDATE messages SET
      audience_after = coalesce((SELECT user_id FROM step ORDER BY user_id DESC LIMIT 1), audience_after),
      audience_open = (SELECT count(*) FROM step) = ${most}
    WHERE id = ${message.id}
    RETURNING audience_open AS is_open`.execute(transaction);
  return rows[0]?.isOpen ?? false;
};
