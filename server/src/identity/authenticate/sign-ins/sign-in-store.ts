import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Handle, Transaction } from '../../../platform/database/index.ts';

/** A sign-in of a browser at the provider (`Session`), or what one application was allowed (`Grant`). */
export interface SignInRow {
  readonly model: 'Session' | 'Grant';
  readonly idHash: Buffer;
  readonly sealedPayload: string | null;
  readonly applicationId: string | null;
  readonly applicationName: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export const grantHash = (grantId: string): Buffer => createHash('sha256').update(grantId).digest();

export const selectSignIns = async (handle: Handle, userId: string): Promise<SignInRow[]> =>
  await handle
    .selectFrom('oidcRecords')
    .leftJoin('applications', 'applications.id', 'oidcRecords.clientId')
    .select((eb) => [
      eb.ref('oidcRecords.model').$castTo<SignInRow['model']>().as('model'),
      'oidcRecords.idHash',
      'oidcRecords.sealedPayload',
      'oidcRecords.clientId as applicationId',
      'applications.name as applicationName',
      'oidcRecords.createdAt',
      'oidcRecords.expiresAt',
    ])
    .where('oidcRecords.accountId', '=', userId)
    .where('oidcRecords.model', 'in', ['Session', 'Grant'])
    .where((eb) => eb.or([eb('oidcRecords.expiresAt', 'is', null), eb('oidcRecords.expiresAt', '>', sql<Date>`now()`)]))
    .orderBy('oidcRecords.createdAt', 'desc')
    .orderBy('oidcRecords.idHash')
    .execute();

export interface ConsoleVisit {
  readonly grantHash: Buffer;
  readonly userAgent: string;
  readonly ipAddress: string;
}

/** Where the person uses the console, by the grant that the visit stands on. */
export const selectConsoleVisits = async (handle: Handle, userId: string): Promise<ConsoleVisit[]> => {
  const { rows } = await sql<ConsoleVisit>`
    SELECT sha256(convert_to(grant_id, 'UTF8')) AS grant_hash,
      payload ->> 'userAgent' AS user_agent, payload ->> 'ipAddress' AS ip_address
    FROM oidc_records
    WHERE account_id = ${userId} AND model = 'ConsoleSession' AND expires_at > now() AND grant_id IS NOT NULL
    ORDER BY created_at DESC`.execute(handle);
  return rows;
};

/** Deletes the grants and everything that was issued by them. */
export const deleteGrants = async (
  transaction: Transaction,
  userId: string,
  grantHashes: readonly Buffer[],
): Promise<void> => {
  if (grantHashes.length === 0) return;
  await sql`
    DELETE FROM oidc_records
    WHERE account_id = ${userId} AND (
      (model = 'Grant' AND id_hash = ANY (${grantHashes}::bytea[]))
      OR (grant_id IS NOT NULL AND sha256(convert_to(grant_id, 'UTF8')) = ANY (${grantHashes}::bytea[]))
    )`.execute(transaction);
};

export const deleteSession = async (transaction: Transaction, userId: string, idHash: Buffer): Promise<void> => {
  await transaction
    .deleteFrom('oidcRecords')
    .where('model', '=', 'Session')
    .where('accountId', '=', userId)
    .where('idHash', '=', idHash)
    .execute();
};

/** Every session, grant, code and refresh token of the user, but what stands on one grant. */
export const deleteAllSignIns = async (
  transaction: Transaction,
  userId: string,
  kept: { readonly sessionHash: Buffer | undefined; readonly grantId: string } | undefined,
): Promise<void> => {
  let query = transaction.deleteFrom('oidcRecords').where('accountId', '=', userId);
  if (kept !== undefined) {
    const keptHashes = [grantHash(kept.grantId), ...(kept.sessionHash === undefined ? [] : [kept.sessionHash])];
    query = query
      .where(sql<boolean>`grant_id IS DISTINCT FROM ${kept.grantId}`)
      .where(sql<boolean>`NOT (model IN ('Session', 'Grant') AND id_hash = ANY (${keptHashes}::bytea[]))`);
  }
  await query.execute();
};
