import type { Database, Transaction } from '../database/index.ts';
import { type AuditReport, createProblemList, type ProblemList } from './audit-report.ts';
import { createCheckpointCheck } from './check-checkpoints.ts';
import { createLinkCheck } from './check-links.ts';
import type { CheckpointList } from './checkpoint-file.ts';
import type { CheckpointPublicKeys } from './checkpoint-keys.ts';
import {
  readLinkedRows,
  readLooseIds,
  readMissingGuards,
  readOrphanedIds,
  readPendingCount,
} from './read-for-verification.ts';

export interface VerifyAuditDeps {
  readonly database: Database;
  readonly publicKeys: CheckpointPublicKeys;
  readonly batchSize?: number;
  /** How many problems are listed one by one. */
  readonly mostProblems?: number;
}

/**
 * Checks the whole audit log against its chain, and the chain against checkpoints of any number of nodes (goals R11).
 * Reads one snapshot and locks nothing: the platform goes on writing. Read the checkpoints before you call this, or a row
 * that is chained in between looks as if it had been cut off.
 */
export const verifyAudit = async (
  deps: VerifyAuditDeps,
  checkpoints: readonly CheckpointList[],
): Promise<AuditReport> =>
  await deps.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => verifySnapshot(transaction, deps, checkpoints));

const verifySnapshot = async (
  transaction: Transaction,
  deps: VerifyAuditDeps,
  lists: readonly CheckpointList[],
): Promise<AuditReport> => {
  const batchSize = deps.batchSize ?? 2_000;
  const problems = createProblemList(deps.mostProblems ?? 1_000);
  const links = createLinkCheck(problems);
  const checkpoints = createCheckpointCheck(lists, deps.publicKeys, problems);

  for await (const batch of readLinkedRows(transaction, batchSize)) {
    for (const linked of batch) {
      links.check(linked);
      checkpoints.see(linked.link.position, linked.link.hash);
    }
  }
  links.finish();
  const head = links.head();
  const counts = checkpoints.finish(head?.position ?? 0);
  await findLooseRows(transaction, batchSize, problems);
  await findOrphans(transaction, problems);
  await findMissingGuards(transaction, problems);
  const pending = await readPendingCount(transaction);
  return {
    intact: problems.problems.length === 0,
    checked: links.checked(),
    head,
    pending,
    checkpoints: counts,
    problems: problems.problems,
    omitted: problems.omitted(),
  };
};

const findLooseRows = async (transaction: Transaction, batchSize: number, problems: ProblemList): Promise<void> => {
  for await (const ids of readLooseIds(transaction, batchSize)) {
    for (const auditId of ids) {
      const message = `Row ${auditId} is not in the chain: it was put in around it, or its link was removed.`;
      problems.add({ kind: 'inserted', auditId, message });
    }
  }
};

const findOrphans = async (transaction: Transaction, problems: ProblemList): Promise<void> => {
  for (const auditId of await readOrphanedIds(transaction, 1_000)) {
    problems.add({ kind: 'deleted', auditId, message: `Row ${auditId} was deleted before it was chained.` });
  }
};

const findMissingGuards = async (transaction: Transaction, problems: ProblemList): Promise<void> => {
  for (const name of await readMissingGuards(transaction)) {
    problems.add({
      kind: 'unguarded',
      message: `The trigger ${name}, which refuses changes, is missing or switched off.`,
    });
  }
};
