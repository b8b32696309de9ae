import { type Database, inTransaction, type Transaction } from '../database/index.ts';
import type { AuditRow } from './audit-entry.ts';
import { type ChainLink, currentEntryFormat, hashEntry, hashLink } from './audit-hash.ts';
import {
  type ChainHead,
  insertLinks,
  readChainHead,
  readDatabaseTime,
  readPendingRows,
  takeChainLock,
} from './audit-store.ts';
import { type CheckpointOutcome, type RecordCheckpointDeps, recordCheckpoint } from './record-checkpoint.ts';

export interface ChainAuditDeps extends RecordCheckpointDeps {
  readonly database: Database;
  /** Rows per transaction. */
  readonly batchSize?: number;
  /** Transactions per call; the next call goes on. */
  readonly mostBatches?: number;
}

export interface ChainAuditResult {
  /** Rows that this call chained. */
  readonly chained: number;
  /** True when another node was at it: it does what this call would have done. */
  readonly busy: boolean;
  /** 'conflict': the chain was rewritten since this node last looked. Raise an alarm and run `verifyAudit`. */
  readonly checkpoint: CheckpointOutcome;
}

/**
 * Chains what has been committed since the last call, then notes outside the database how the chain stands. To be called
 * every few seconds, on any node, by as many as like.
 *
 * The order is that of the commits as far as anybody could tell: a row whose transaction began after another's had ended
 * comes after it, and what becomes visible later is chained later, whatever its id.
 */
export const chainAuditRows = async (deps: ChainAuditDeps): Promise<ChainAuditResult> => {
  const batchSize = deps.batchSize ?? 1_000;
  const mostBatches = deps.mostBatches ?? 100;
  let chained = 0;
  let busy = false;
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const count = await inTransaction(deps.database, (transaction) => chainBatch(transaction, batchSize));
    busy = count === undefined;
    chained += count ?? 0;
    if (count === undefined || count < batchSize) break;
  }
  return { chained, busy, checkpoint: await recordCheckpoint(deps) };
};

/** Undefined when somebody else holds the chain. */
const chainBatch = async (transaction: Transaction, size: number): Promise<number | undefined> => {
  if (!(await takeChainLock(transaction))) return undefined;
  // Only after the lock: a snapshot taken before it may miss the link that the last holder added.
  const rows = await readPendingRows(transaction, size);
  if (rows.length === 0) return 0;
  const head = await readChainHead(transaction);
  await insertLinks(transaction, toLinks(head, rows, await readDatabaseTime(transaction)));
  return rows.length;
};

const toLinks = (head: ChainHead, rows: readonly AuditRow[], chainedAt: string): readonly ChainLink[] => {
  let { position, hash } = head;
  return rows.map((row) => {
    position += 1;
    const entryHash = hashEntry(row, currentEntryFormat);
    const link = {
      position,
      auditId: row.id,
      entryFormat: currentEntryFormat,
      entryHash,
      previousHash: hash,
      chainedAt,
    };
    hash = hashLink(link);
    return { ...link, hash };
  });
};
