import { type Generated, sql } from 'kysely';
import type { Handle } from '../database/index.ts';
import type { MailState } from './mail.ts';

type MailTables = {
  mails: {
    id: string;
    recipient: string;
    subject: string;
    state: Generated<MailState>;
    sealedContent: string | null;
    dedupeKey: string | null;
    attempts: Generated<number>;
    lastError: string | null;
    createdAt: Generated<Date>;
    retryAt: Generated<Date>;
    finishedAt: Date | null;
  };
};

const tables = (handle: Handle) => handle.withTables<MailTables>();

export interface NewMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly sealedContent: string;
  readonly dedupeKey: string | null;
}

const rowsPerStatement = 1_000;

/** Adds the mails and gives the ids of those that are new; the others are known by their key already. */
export const insertMails = async (handle: Handle, mails: readonly NewMail[]): Promise<ReadonlySet<string>> => {
  const added = new Set<string>();
  for (let start = 0; start < mails.length; start += rowsPerStatement) {
    const rows = await tables(handle)
      .insertInto('mails')
      .values(mails.slice(start, start + rowsPerStatement))
      .onConflict((conflict) => conflict.constraint('mails_dedupe_key').doNothing())
      .returning('id')
      .execute();
    for (const { id } of rows) added.add(id);
  }
  return added;
};

export const findMailsByDedupeKey = async (
  handle: Handle,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (keys.length === 0) return new Map();
  const rows = await tables(handle)
    .selectFrom('mails')
    .select(['id', 'dedupeKey'])
    .where('dedupeKey', '=', sql<string>`ANY (${keys}::text[])`)
    .execute();
  return new Map(rows.flatMap(({ id, dedupeKey }) => (dedupeKey === null ? [] : [[dedupeKey, id]])));
};

export interface MailAttempt {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly sealedContent: string | null;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly ageSeconds: number;
}

/** Counts a try. Undefined when there is nothing to send any more. The sweep looks again should this try never end. */
export const beginAttempt = async (handle: Handle, id: string): Promise<MailAttempt | undefined> =>
  await tables(handle)
    .updateTable('mails')
    .set((expression) => ({
      attempts: expression('attempts', '+', 1),
      retryAt: sql<Date>`now() + interval '5 minutes'`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(['id', 'recipient', 'subject', 'sealedContent', 'attempts', 'createdAt'])
    .returning(sql<number>`extract(epoch FROM now() - created_at)::float8`.as('ageSeconds'))
    .executeTakeFirst();

export const markSent = async (handle: Handle, id: string): Promise<void> => {
  await tables(handle)
    .updateTable('mails')
    .set({ state: 'sent', sealedContent: null, lastError: null, finishedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
};

export const markFailed = async (handle: Handle, id: string, reason: string): Promise<void> => {
  await tables(handle)
    .updateTable('mails')
    .set({ state: 'failed', lastError: reason, finishedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
};

export const postponeMail = async (handle: Handle, id: string, delay: number, reason: string): Promise<void> => {
  await tables(handle)
    .updateTable('mails')
    .set({ lastError: reason, retryAt: sql<Date>`now() + ${delay} * interval '1 millisecond'` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
};

/** Mails whose time has come, at most `limit`. They are not due again for five minutes. */
export const takeDueMails = async (handle: Handle, limit: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    UPDATE mails SET retry_at = now() + interval '5 minutes'
    WHERE id IN (
      SELECT id FROM mails WHERE state = 'queued' AND retry_at <= now() ORDER BY retry_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )
    RETURNING id`.execute(handle);
  return rows.map(({ id }) => id);
};

export const lookAgainSoon = async (handle: Handle, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tables(handle)
    .updateTable('mails')
    .set({ retryAt: sql<Date>`now() + interval '5 seconds'` })
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .where('state', '=', 'queued')
    .execute();
};

/** Puts a failed mail back. False when there is no failed mail of this id. */
export const reopenMail = async (handle: Handle, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tables(handle)
    .updateTable('mails')
    .set({
      state: 'queued',
      attempts: 0,
      lastError: null,
      finishedAt: null,
      createdAt: sql<Date>`now()`,
      retryAt: sql<Date>`now() + interval '5 minutes'`,
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const deleteFinishedMails = async (handle: Handle, olderThanDays: number, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    DELETE FROM mails WHERE id IN (
      SELECT id FROM mails WHERE finished_at < now() - ${olderThanDays} * interval '1 day' LIMIT ${limit}
    )`.execute(handle);
  return Number(numAffectedRows ?? 0);
};

export interface MailRecord {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface MailsPage {
  readonly limit: number;
  readonly state?: MailState;
  /** The last mail of the page before. */
  readonly before?: Pick<MailRecord, 'createdAt' | 'id'>;
}

/** Newest first, never with their content. */
export const listMails = async (handle: Handle, { limit, state, before }: MailsPage): Promise<readonly MailRecord[]> =>
  await tables(handle)
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'state', 'attempts', 'lastError', 'createdAt', 'finishedAt'])
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'queued'))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before?.createdAt}, ${before?.id}::uuid)`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
