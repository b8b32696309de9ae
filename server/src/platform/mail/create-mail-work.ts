import { type AnyJob, type CronEntry, defineJob, implementJob, type RecurringTask } from '../jobs/index.ts';
import { type DeliverMailDeps, deliverMail } from './deliver-mail.ts';
import { deliverMailJob } from './deliver-mail-job.ts';
import { pruneMails } from './prune-mails.ts';
import { sweepMails } from './sweep-mails.ts';

export interface MailWorkDeps extends DeliverMailDeps {
  /** How often mails whose next try is due are looked for. */
  readonly sweepEverySeconds?: number;
}

/** What the job runner does for mails. */
export interface MailWork {
  readonly jobs: readonly AnyJob[];
  readonly recurring: readonly RecurringTask[];
  readonly cron: readonly CronEntry[];
}

export const createMailWork = (deps: MailWorkDeps): MailWork => {
  const deliver = implementJob(deliverMailJob, ({ mailId }) => deliverMail(deps, mailId));
  const prune = defineJob({
    name: 'mail.prune',
    maxAttempts: 3,
    run: async (_payload, { signal }) => {
      await pruneMails(deps.database, signal);
    },
  });
  const sweep: RecurringTask = {
    name: 'mail.sweep',
    everySeconds: deps.sweepEverySeconds ?? 5,
    run: async () => {
      await sweepMails(deps.database);
    },
  };
  return { jobs: [deliver, prune], recurring: [sweep], cron: [{ job: prune, at: '17 3 * * *' }] };
};
