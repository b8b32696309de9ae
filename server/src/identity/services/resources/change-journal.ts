import { type AuditEntry, recordAudit } from '../../../platform/audit/index.ts';
import { publish, type Transaction } from '../../../platform/database/index.ts';
import { prepareStatement } from './prepared-statement.ts';

/** What a submission has to tell about its changes. It is told at its end, all at once. */
export interface ChangeJournal {
  readonly audit: AuditEntry[];
  /** Ids of credentials, applications and services: whoever remembers their rights asks again. */
  readonly changed: Set<string>;
}

export const createJournal = (): ChangeJournal => ({ audit: [], changed: new Set() });

/** Notes audit entries in the journal of the submission; without one they are written at once. */
export const noteAudit = async (
  transaction: Transaction,
  journal: ChangeJournal | undefined,
  ...entries: readonly AuditEntry[]
): Promise<void> => {
  if (journal === undefined) await recordAudit(transaction, ...entries);
  else journal.audit.push(...entries);
};

/** Notes that rights have changed; without a journal everybody is told at once, which is when the transaction commits. */
export const noteChanged = async (
  transaction: Transaction,
  journal: ChangeJournal | undefined,
  ids: readonly string[],
): Promise<void> => {
  for (const id of ids) {
    if (journal === undefined) await publish(transaction, topic, id);
    else journal.changed.add(id);
  }
};

const topic = 'credential';
/** The same channel and form as `publish`, for many messages in one statement. */
const publishAll = prepareStatement(
  'resources.publish-all',
  `SELECT pg_notify('portolan', message) FROM unnest($1::text[]) AS message`,
);

/** Writes what the journal holds, with the entries that end the submission. */
export const writeJournal = async (
  transaction: Transaction,
  journal: ChangeJournal,
  ...last: readonly AuditEntry[]
): Promise<void> => {
  await recordAudit(transaction, ...journal.audit, ...last);
  if (journal.changed.size === 0) return;
  await publishAll(transaction, [[...journal.changed].map((id) => JSON.stringify([topic, id]))]);
};
