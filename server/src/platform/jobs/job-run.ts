import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parseCronItems, run, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { forwardLog, type JobLog } from './forward-log.ts';
import type { AnyJob, Job, NoPayload } from './job.ts';
import { jobSchema } from './job-schema.ts';
import { type RecurringTask, runRecurringTask } from './recurring-task.ts';
import type { RunnerLease } from './runner-lease.ts';

export interface CronEntry {
  readonly job: Job<NoPayload>;
  /** Five fields, in UTC: `0 3 * * *` is three o'clock every night. One node enqueues it, any node runs it. */
  readonly at: string;
}

export interface JobRunOptions {
  readonly pool: pg.Pool;
  readonly lease: RunnerLease;
  readonly jobs: readonly AnyJob[];
  readonly cron: readonly CronEntry[];
  readonly recurring: readonly RecurringTask[];
  readonly concurrency: number;
  readonly pollInterval: number;
  readonly grace: number;
  readonly log: JobLog;
  readonly onError: (error: Error) => void;
}

/** One stretch of running jobs under one lease. */
export interface JobRun {
  /** Settles when the run is over, for whatever reason. */
  readonly ended: Promise<void>;
  /** Takes no more jobs and lets the running ones finish; after `within` milliseconds they are cut off. */
  stop(within: number): Promise<void>;
}

/** Running jobs hear of the end this long before they are cut off, in milliseconds. */
const lastWarning = 2_000;
/** What writing down that they were cut off may take, in milliseconds: the database may be what is gone. */
const cutWithin = 2_000;

export const startJobRun = async (options: JobRunOptions): Promise<JobRun> => {
  const { lease } = options;
  const stopping = new AbortController();
  const hurry = new AbortController();
  const closing = Promise.withResolvers<null>();
  const cut = Promise.withResolvers<void>();
  const events: WorkerEvents = new EventEmitter();
  let workerPool: WorkerPool | undefined;
  events.on('pool:create', (event) => {
    workerPool = event.workerPool;
    lease.hold(workerPool.id);
  });
  events.on('pool:gracefulShutdown', () => setImmediate(closing.resolve, null));

  const runner = await run({
    pgPool: options.pool,
    schema: jobSchema,
    taskList: toTaskList(options.jobs, AbortSignal.any([hurry.signal, lease.lost])),
    parsedCronItems: parseCronItems(options.cron.map(({ job, at }) => toCronItem(job, at))),
    concurrency: options.concurrency,
    pollInterval: options.pollInterval,
    noHandleSignals: true,
    // Asked before each look for a job: none is taken while this runner could be thought dead. Without a lease the
    // question stays open until the run closes, when graphile-worker looks for no more jobs.
    forbiddenFlags: () =>
      lease.isHeld()
        ? null
        : lease.whenHeld().then(
            () => null,
            () => closing.promise,
          ),
    logger: forwardLog(options.log),
    events,
    // Without batches graphile-worker 0.18 does not wait for the answer when it marks a job as done, and a lost
    // connection at that moment ends the process as an unhandled rejection. With them the run ends, and we start anew.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const recurring = options.recurring.map((task) =>
    runRecurringTask({
      task,
      lease,
      runnerId: workerPool?.id ?? '',
      stopping: AbortSignal.any([stopping.signal, lease.lost]),
      hurry: hurry.signal,
      grace: options.grace,
      onError: options.onError,
    }),
  );
  const finish = async () => {
    stopping.abort();
    await Promise.all(recurring);
  };
  const ended = Promise.race([runner.promise.then(finish, finish), cut.promise]);

  const cutOff = async () => {
    hurry.abort(new Error('The server stops'));
    // Not runner.kill(), which does nothing once the runner stops.
    const shutdown = Promise.resolve(workerPool?.forcefulShutdown('The server stopped before the job was done'));
    await Promise.race([shutdown.catch(() => undefined), wait(cutWithin, undefined, { ref: false })]);
    cut.resolve();
  };

  return {
    ended,
    stop: async (within) => {
      stopping.abort();
      const warning = setTimeout(() => hurry.abort(new Error('The server stops')), Math.max(0, within - lastWarning));
      const end = setTimeout(cutOff, within);
      // Stopping a run that has ended by itself fails, and that is fine.
      runner.stop().catch(() => undefined);
      await ended;
      clearTimeout(warning);
      clearTimeout(end);
    },
  };
};

const toTaskList = (jobs: readonly AnyJob[], hurry: AbortSignal): TaskList => {
  const tasks: TaskList = {};
  for (const job of jobs) {
    if (tasks[job.name] !== undefined) throw new RangeError(`two jobs are called ${job.name}`);
    tasks[job.name] = async (payload, { job: row }) =>
      job.execute(payload, {
        signal: hurry,
        jobId: row.id,
        attempt: row.attempts,
        isLastAttempt: row.attempts >= row.max_attempts,
      });
  }
  return tasks;
};

const toCronItem = (job: Job<NoPayload>, at: string) => ({
  task: job.name,
  match: at,
  identifier: job.name,
  // A night in which no server ran is made up for when one starts.
  options: { maxAttempts: job.maxAttempts, jobKey: job.name, backfillPeriod: 86_400_000 },
});
