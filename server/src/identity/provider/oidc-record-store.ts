import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

export interface OidcRecord {
  readonly model: string;
  readonly idHash: Buffer;
  readonly sealedPayload: string;
  readonly grantId: string | null;
  readonly userCodeHash: Buffer | null;
  readonly uid: string | null;
  readonly accountId: string | null;
  readonly clientId: string | null;
  readonly lifetimeSeconds: number | null;
}

export interface FoundRecord {
  readonly idHash: Buffer;
  readonly sealedPayload: string;
  readonly consumedAt: Date | null;
}

export const upsertRecord = async (handle: Handle, record: OidcRecord): Promise<void> => {
  const { lifetimeSeconds, ...values } = record;
  const expiresAt = lifetimeSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`;
  await handle
    .insertInto('oidcRecords')
    .values({ ...values, expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['model', 'idHash']).doUpdateSet({
        sealedPayload: values.sealedPayload,
        grantId: values.grantId,
        userCodeHash: values.userCodeHash,
        uid: values.uid,
        accountId: values.accountId,
        clientId: values.clientId,
        expiresAt,
      }),
    )
    .execute();
};

type RecordKey = { readonly idHash: Buffer } | { readonly uid: string } | { readonly userCodeHash: Buffer };

/** What has expired is not there: the clock of the database decides. */
export const selectRecord = async (handle: Handle, model: string, key: RecordKey): Promise<FoundRecord | undefined> => {
  let query = handle
    .selectFrom('oidcRecords')
    .select(['idHash', 'sealedPayload', 'consumedAt'])
    .where('model', '=', model)
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', sql<Date>`now()`)]));
  if ('idHash' in key) query = query.where('idHash', '=', key.idHash);
  else if ('uid' in key) query = query.where('uid', '=', key.uid);
  else query = query.where('userCodeHash', '=', key.userCodeHash);
  const row = await query.executeTakeFirst();
  return row === undefined || row.sealedPayload === null ? undefined : { ...row, sealedPayload: row.sealedPayload };
};

/** True for the one caller who used it first; its grant otherwise, so that the whole family can be revoked. */
export const consumeRecord = async (
  handle: Handle,
  model: string,
  idHash: Buffer,
): Promise<{ readonly first: boolean; readonly grantId: string | null }> => {
  const first = await handle
    .updateTable('oidcRecords')
    .set({ consumedAt: sql<Date>`now()` })
    .where('model', '=', model)
    .where('idHash', '=', idHash)
    .where('consumedAt', 'is', null)
    .returning('grantId')
    .executeTakeFirst();
  if (first !== undefined) return { first: true, grantId: first.grantId };
  const used = await handle
    .selectFrom('oidcRecords')
    .select('grantId')
    .where('model', '=', model)
    .where('idHash', '=', idHash)
    .executeTakeFirst();
  return { first: false, grantId: used?.grantId ?? null };
};

export const deleteRecord = async (handle: Handle, model: string, idHash: Buffer): Promise<void> => {
  await handle.deleteFrom('oidcRecords').where('model', '=', model).where('idHash', '=', idHash).execute();
};

export const deleteRecordsOfGrant = async (handle: Handle, grantId: string): Promise<void> => {
  await handle.deleteFrom('oidcRecords').where('grantId', '=', grantId).execute();
};

/** Removes what has been dead for a day, a job calls it. A used code must stay as long as it lives: its reuse tells a theft. */
export const deleteExpiredRecords = async (handle: Handle): Promise<number> => {
  const { numDeletedRows } = await handle
    .deleteFrom('oidcRecords')
    .where('expiresAt', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
