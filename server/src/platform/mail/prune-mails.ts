import type { Database } from '../database/index.ts';
import { deleteFinishedMails } from './mail-store.ts';

const keepDays = 30;
const mailsPerStatement = 5_000;

/** Forgets mails 30 days after they were sent or given up, in small steps that hold no lock for long. */
export const pruneMails = async (database: Database, signal: AbortSignal): Promise<number> => {
  let total = 0;
  for (let deleted = mailsPerStatement; deleted === mailsPerStatement && !signal.aborted; total += deleted) {
    deleted = await deleteFinishedMails(database, keepDays, mailsPerStatement);
  }
  return total;
};
