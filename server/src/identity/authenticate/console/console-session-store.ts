import { sql } from 'kysely';
import type { Handle, Transaction } from '../../../platform/database/index.ts';
import type { UserClaims } from '../find-token-principal.ts';

/** What is kept of a session: what the first access token said, and by what people recognise where they signed in. */
export interface ConsoleSession {
  readonly claims: Omit<UserClaims, 'sessionId'>;
  readonly userAgent: string;
  readonly ipAddress: string;
}

const model = 'ConsoleSession';
/** A browser that is left alone for so long has to sign in again; and everybody after two weeks. */
const idleHours = 24;
export const consoleSessionSeconds = 14 * 24 * 3600;

const untilIdle = sql<Date>`now() + make_interval(hours => ${idleHours})`;

export const insertConsoleSession = async (
  transaction: Transaction,
  session: ConsoleSession & { readonly sessionId: string; readonly tokenHash: Buffer },
): Promise<void> => {
  const { sessionId, tokenHash, ...kept } = session;
  await transaction
    .insertInto('oidcRecords')
    .values({
      model,
      idHash: tokenHash,
      uid: sessionId,
      payload: JSON.stringify(kept),
      accountId: session.claims.subject,
      clientId: session.claims.applicationId,
      grantId: session.claims.grantId,
      expiresAt: untilIdle,
    })
    .execute();
};

export interface FoundConsoleSession extends ConsoleSession {
  readonly sessionId: string;
  /** Nobody has noted its use for some minutes. */
  readonly isUseDue: boolean;
}

export const selectConsoleSession = async (
  handle: Handle,
  tokenHash: Buffer,
): Promise<FoundConsoleSession | undefined> => {
  const row = await handle
    .selectFrom('oidcRecords')
    .select(['uid', 'payload', sql<boolean>`expires_at < ${untilIdle} - interval '5 minutes'`.as('isUseDue')])
    .where('model', '=', model)
    .where('idHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (row === undefined || row.uid === null) return undefined;
  return { ...(row.payload as ConsoleSession), sessionId: row.uid, isUseDue: row.isUseDue };
};

/** Lengthens the session by its use, up to its last day. */
export const noteSessionUse = async (handle: Handle, tokenHash: Buffer): Promise<void> => {
  await handle
    .updateTable('oidcRecords')
    .set({ expiresAt: sql<Date>`least(${untilIdle}, created_at + make_interval(secs => ${consoleSessionSeconds}))` })
    .where('model', '=', model)
    .where('idHash', '=', tokenHash)
    .execute();
};

/** After a new password this one session goes on: it carries the user's new number. */
export const renewConsoleSession = async (
  transaction: Transaction,
  session: { readonly sessionId: string; readonly userId: string },
): Promise<void> => {
  await sql`
    UPDATE oidc_records r SET payload = jsonb_set(r.payload, '{claims,version}', to_jsonb(u.credentials_version))
    FROM users u
    WHERE r.model = ${model} AND r.uid = ${session.sessionId} AND r.account_id = u.id AND u.id = ${session.userId}`.execute(
    transaction,
  );
};

export const deleteConsoleSession = async (handle: Handle, tokenHash: Buffer): Promise<void> => {
  await handle.deleteFrom('oidcRecords').where('model', '=', model).where('idHash', '=', tokenHash).execute();
};
