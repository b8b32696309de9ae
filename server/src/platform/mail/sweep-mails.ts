import { type Database, inTransaction } from '../database/index.ts';
import { enqueueMissing } from '../jobs/index.ts';
import { deliverMailJob, deliveryOf } from './deliver-mail-job.ts';
import { lookAgainSoon, takeDueMails } from './mail-store.ts';

const mailsPerSweep = 500;

/** Gives a job to each mail whose next try is due, and to any that lost its job, by a restored backup for example. Gives their number. */
export const sweepMails = async (database: Database): Promise<number> =>
  await inTransaction(database, async (transaction) => {
    const due = await takeDueMails(transaction, mailsPerSweep);
    const added = await enqueueMissing(transaction, deliverMailJob, due.map(deliveryOf));
    // These have a job still: one that waits its turn, or one that is about to end and could not send the mail.
    const busy = due.filter((id) => !added.has(deliveryOf(id).key));
    await lookAgainSoon(transaction, busy);
    return added.size;
  });
