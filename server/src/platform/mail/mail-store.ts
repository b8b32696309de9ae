import { type Generated, sql } from 'kysely';
import { executePrepared, type Handle } from '../database/index.ts';
import type { MailState } from './mail.ts';

type MailTables = {
  mails: {
    id: string;
    recipient: string;
    subject: string;
    state: Generated<MailState>;
    sealedContent: string | null;
    dedupeKey: string | null;
    bulk: Generated<boolean>;
    attempts: Generated<number>;
    lastError: string | null;
    createdAt: Generated<Date>;
    retryAt: Generated<Date>;
    takenBy: string | null;
    finishedAt: Date | null;
  };
};

const tables = (handle: Handle) => handle.withTables<MailTables>();

/** A mail in the words of the function `queue_mails`. */
export interface NewMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly sealed_content: string;
  readonly dedupe_key: string | null;
  readonly bulk: boolean;
}

const rowsPerStatement = 1_000;

/** Adds the mails and gives the ids of those that are new; the others are known by their key already. */
export const insertMails = async (handle: Handle, mails: readonly NewMail[]): Promise<ReadonlySet<string>> => {
  const added = new Set<string>();
  for (let start = 0; start < mails.length; start += rowsPerStatement) {
    const given = JSON.stringify(mails.slice(start, start + rowsPerStatement));
    const { rows } = await sql<{ id: string }>`SELECT queue_mails(${given}::jsonb) AS id`.execute(handle);
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
  readonly sealedContent: string;
  readonly bulk: boolean;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly ageSeconds: number;
}

/** Longer than the slowest mail server may take: then the mail was forgotten, and is looked for again. */
const longestTry = sql`interval '5 minutes'`;

export interface TakeMailsInput {
  readonly runnerId: string;
  readonly limit: number;
  /** How many of them may be bulk mails, where nobody waits for others. */
  readonly bulk: number;
}

/**
 * Takes mails whose time has come and counts a try of each, bulk mails after the others. Whoever else looks gets others.
 * Named, because every node asks all the time.
 */
export const takeDueMails = async (
  handle: Handle,
  { runnerId, limit, bulk }: TakeMailsInput,
): Promise<readonly MailAttempt[]> =>
  await executePrepared(
    handle,
    'take due mails',
    sql<MailAttempt>`
      WITH awaited AS (
        SELECT id FROM mails WHERE state = 'queued' AND NOT bulk AND retry_at <= now() ORDER BY retry_at
        LIMIT ${limit}::integer FOR UPDATE SKIP LOCKED
      ),
      others AS (
        SELECT id FROM mails WHERE state = 'queued' AND bulk AND retry_at <= now() ORDER BY retry_at
        LIMIT greatest(0, least(${bulk}::integer, ${limit}::integer - (SELECT count(*) FROM awaited)))
        FOR UPDATE SKIP LOCKED
      )
      UPDATE mails SET attempts = attempts + 1, retry_at = now() + ${longestTry}, taken_by = ${runnerId}
      WHERE id = ANY (ARRAY(SELECT id FROM awaited UNION ALL SELECT id FROM others))
      RETURNING id, recipient, subject, sealed_content, bulk, attempts, created_at,
        extract(epoch FROM now() - created_at)::float8 AS age_seconds`,
  );

/** Mails that were taken and not begun: others may take them at once, and the try does not count. */
export const giveBackMails = async (handle: Handle, ids: readonly string[], runnerId: string): Promise<void> => {
  await sql`UPDATE mails SET attempts = attempts - 1, taken_by = NULL, retry_at = now()
    WHERE id = ANY (${ids}::uuid[]) AND taken_by = ${runnerId} AND state = 'queued'`.execute(handle);
};

/** Mails that were being sent by runners that died are due at once. */
export const releaseMailsOfTheDead = async (handle: Handle): Promise<void> => {
  await executePrepared(
    handle,
    'release mails of the dead',
    sql`UPDATE mails SET taken_by = NULL, retry_at = now()
      WHERE taken_by IS NOT NULL AND NOT EXISTS (SELECT FROM job_runners WHERE id = taken_by)`,
  );
};

export const markSent = async (handle: Handle, ids: readonly string[]): Promise<void> => {
  await executePrepared(
    handle,
    'mark mails sent',
    sql`UPDATE mails SET state = 'sent', sealed_content = NULL, last_error = NULL, taken_by = NULL, finished_at = now()
      WHERE id = ANY (${ids}::uuid[]) AND state = 'queued'`,
  );
};

export const markFailed = async (handle: Handle, id: string, reason: string): Promise<void> => {
  await tables(handle)
    .updateTable('mails')
    .set({ state: 'failed', lastError: reason, takenBy: null, finishedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
};

export const postponeMail = async (handle: Handle, id: string, delay: number, reason: string): Promise<void> => {
  await tables(handle)
    .updateTable('mails')
    .set({ lastError: reason, takenBy: null, retryAt: sql<Date>`now() + ${delay} * interval '1 millisecond'` })
    .where('id', '=', id)
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
      retryAt: sql<Date>`now()`,
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
