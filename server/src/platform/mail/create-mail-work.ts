import { type AnyJob, type CronEntry, defineJob, type RecurringTask } from '../jobs/index.ts';
import { carryMails } from './carry-mails.ts';
import type { DeliverMailDeps } from './deliver-mail.ts';
import { pruneMails } from './prune-mails.ts';

export interface MailWorkDeps extends DeliverMailDeps {
  /** How often mails whose time has come are looked for: what a mail waits at most when there is nothing else to do. */
  readonly lookEverySeconds?: number;
}

/** What the job runner does for mails. */
export interface MailWork {
  readonly jobs: readonly AnyJob[];
  readonly recurring: readonly RecurringTask[];
  readonly cron: readonly CronEntry[];
}

export const createMailWork = (deps: MailWorkDeps): MailWork => {
  const prune = defineJob({
    name: 'mail.prune',
    maxAttempts: 3,
    run: async (_payload, { signal }) => {
      await pruneMails(deps.database, signal);
    },
  });
  const carry: RecurringTask = {
    name: 'mail.carry',
    everySeconds: deps.lookEverySeconds ?? 0.5,
    onEveryNode: true,
    run: async ({ runnerId, signal, stopping }) =>
      await carryMails(deps, { runnerId, stopping: AbortSignal.any([signal, stopping]) }),
  };
  return { jobs: [prune], recurring: [carry], cron: [{ job: prune, at: '17 3 * * *' }] };
};
