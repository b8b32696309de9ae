import { type AuditEntry, recordAudit } from '../../../platform/audit/index.ts';
import { publish, type Transaction } from '../../../platform/database/index.ts';

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

/** What other nodes hear when the submission commits, in the form of `publish`. */
export const messagesOf = ({ changed }: ChangeJournal): readonly string[] =>
  [...changed].map((id) => JSON.stringify([topic, id]));
