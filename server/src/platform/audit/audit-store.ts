import { sql } from 'kysely';
import type { Handle, Transaction } from '../database/index.ts';
import type { AuditRow } from './audit-entry.ts';
import { beforeFirst, type ChainLink } from './audit-hash.ts';

/** Any number that nobody else uses: whoever holds this advisory lock may lengthen the chain. */
const chainLock = 7_305_108_115;

export const utc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Every column of audit_log (as `a`) in the text form that hashes are made of, under the names of `AuditRow`. */
export const auditRowColumns = sql`
  a.id::text AS id, ${utc('a.occurred_at')} AS "occurredAt", a.tenant_id::text AS "tenantId", a.actor_kind AS "actorKind",
  a.actor_id AS "actorId", a.action, a.target_kind AS "targetKind", a.target_id AS "targetId",
  a.project_id::text AS "projectId", a.workspace_id::text AS "workspaceId", a.support_code AS "supportCode",
  a.ip_address::text AS "ipAddress", a.details::text AS details`;

export interface ChainHead {
  readonly position: number;
  readonly hash: Buffer;
}

/** False when somebody else lengthens the chain just now. Held until the transaction ends. */
export const takeChainLock = async (transaction: Transaction): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${sql.lit(chainLock)}) AS taken`.execute(transaction);
  return rows[0]?.taken === true;
};

export const readChainHead = async (handle: Handle): Promise<ChainHead> => {
  const { rows } = await sql<{ position: string; hash: Buffer }>`
    SELECT position::text AS position, hash FROM audit_chain ORDER BY audit_chain.position DESC LIMIT 1`.execute(
    handle,
  );
  const [head] = rows;
  return head === undefined ? { position: 0, hash: beforeFirst } : { position: Number(head.position), hash: head.hash };
};

export const readChainHash = async (handle: Handle, position: number): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ hash: Buffer }>`
    SELECT hash FROM audit_chain WHERE position = ${position}`.execute(handle);
  return rows[0]?.hash;
};

/** Rows that are visible and not chained, in the order of their ids. Without plugins, which would rename each column of each. */
export const readPendingRows = async (transaction: Transaction, limit: number): Promise<readonly AuditRow[]> => {
  const { rows } = await sql<AuditRow>`
    SELECT ${auditRowColumns}
    FROM audit_pending p JOIN audit_log a ON a.id = p.audit_id
    WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = p.audit_id)
    ORDER BY p.audit_id
    LIMIT ${limit}`.execute(transaction.withoutPlugins());
  return rows;
};

export const readDatabaseTime = async (handle: Handle): Promise<string> => {
  const { rows } = await sql<{ time: string }>`
    SELECT ${utc('now.at')} AS time FROM (SELECT clock_timestamp() AS at) AS now`.execute(handle);
  return rows[0]?.time ?? '';
};

export const insertLinks = async (transaction: Transaction, links: readonly ChainLink[]): Promise<void> => {
  const auditIds = links.map((link) => link.auditId);
  await sql`
    INSERT INTO audit_chain (position, audit_id, entry_format, entry_hash, previous_hash, chained_at, hash)
    SELECT * FROM unnest(
      ${links.map((link) => link.position)}::bigint[], ${auditIds}::bigint[],
      ${links.map((link) => link.entryFormat)}::smallint[], ${links.map((link) => link.entryHash)}::bytea[],
      ${links.map((link) => link.previousHash)}::bytea[], ${links.map((link) => link.chainedAt)}::timestamptz[],
      ${links.map((link) => link.hash)}::bytea[]
    )`.execute(transaction);
  await sql`DELETE FROM audit_pending WHERE audit_id = ANY (${auditIds}::bigint[])`.execute(transaction);
};
