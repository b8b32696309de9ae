import { sql } from 'kysely';
import type { Transaction } from '../database/index.ts';
import type { AuditRow } from './audit-entry.ts';
import type { PendingRows } from './audit-report.ts';
import { auditRowColumns, utc } from './audit-store.ts';
import type { LinkedRow } from './check-links.ts';

// Below every id and position, those too that somebody put in under zero.
const lowest = '-9223372036854775808';

type LinkColumns = {
  readonly chainPosition: string;
  readonly auditId: string;
  readonly entryFormat: number;
  readonly entryHash: Buffer;
  readonly previousHash: Buffer;
  readonly chainedAt: string;
  readonly hash: Buffer;
};
type Joined = LinkColumns & (AuditRow | { readonly id: null });

/** The whole chain in the order of its positions, in batches. */
export async function* readLinkedRows(
  transaction: Transaction,
  batchSize: number,
): AsyncGenerator<readonly LinkedRow[]> {
  let after = lowest;
  for (;;) {
    const { rows } = await sql<Joined>`
      SELECT c.position::text AS chain_position, c.audit_id::text AS audit_id, c.entry_format::integer AS entry_format,
             c.entry_hash, c.previous_hash, ${utc('c.chained_at')} AS chained_at, c.hash, ${auditRowColumns}
      FROM (SELECT * FROM audit_chain WHERE position > ${after}::bigint ORDER BY position LIMIT ${batchSize}) c
      LEFT JOIN audit_log a ON a.id = c.audit_id
      ORDER BY c.position`.execute(transaction);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toLinkedRow);
    after = last.chainPosition;
  }
}

const toLinkedRow = (joined: Joined): LinkedRow => {
  const { auditId, entryFormat, entryHash, previousHash, chainedAt, hash } = joined;
  const position = Number(joined.chainPosition);
  return {
    link: { position, auditId, entryFormat, entryHash, previousHash, chainedAt, hash },
    row: joined.id === null ? undefined : joined,
  };
};

/** Ids of rows that are neither chained nor waiting for it, in batches. */
export async function* readLooseIds(transaction: Transaction, batchSize: number): AsyncGenerator<readonly string[]> {
  let after = lowest;
  for (;;) {
    const { rows } = await sql<{ last: string | null; loose: readonly string[] }>`
      SELECT max(a.id)::text AS last,
             coalesce(array_agg(a.id::text ORDER BY a.id) FILTER (WHERE c.audit_id IS NULL AND p.audit_id IS NULL),
                      '{}') AS loose
      FROM (SELECT id FROM audit_log WHERE id > ${after}::bigint ORDER BY id LIMIT ${batchSize}) a
      LEFT JOIN audit_chain c ON c.audit_id = a.id
      LEFT JOIN audit_pending p ON p.audit_id = a.id`.execute(transaction);
    const [batch] = rows;
    if (batch === undefined || batch.last === null) return;
    yield batch.loose;
    after = batch.last;
  }
}

export const readPendingCount = async (transaction: Transaction): Promise<PendingRows> => {
  const { rows } = await sql<{ count: string; oldest: string | null }>`
    SELECT count(*)::text AS count, extract(epoch FROM clock_timestamp() - min(a.occurred_at))::text AS oldest
    FROM audit_pending p JOIN audit_log a ON a.id = p.audit_id`.execute(transaction);
  return { count: Number(rows[0]?.count ?? 0), oldestSeconds: Math.max(0, Number(rows[0]?.oldest ?? 0)) };
};

/** Ids that wait to be chained and whose row is gone. */
export const readOrphanedIds = async (transaction: Transaction, most: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ auditId: string }>`
    SELECT p.audit_id::text AS audit_id
    FROM audit_pending p LEFT JOIN audit_log a ON a.id = p.audit_id
    WHERE a.id IS NULL ORDER BY p.audit_id LIMIT ${most}`.execute(transaction);
  return rows.map((row) => row.auditId);
};

const guards = ['audit_log_append_only', 'audit_chain_append_only', 'audit_pending_no_update'];

/** Names of the triggers that refuse changes and are missing or switched off. */
export const readMissingGuards = async (transaction: Transaction): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT guard.name
    FROM unnest(${guards}::text[]) AS guard (name)
    WHERE NOT EXISTS (
      SELECT FROM pg_trigger t
      WHERE t.tgname = guard.name AND t.tgenabled IN ('O', 'A')
        AND t.tgrelid IN ('audit_log'::regclass, 'audit_chain'::regclass, 'audit_pending'::regclass)
    )`.execute(transaction);
  return rows.map((row) => row.name);
};
