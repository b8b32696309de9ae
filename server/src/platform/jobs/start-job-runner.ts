import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { createPool } from '../database/create-pool.ts';
import type { JobLog } from './forward-log.ts';
import type { AnyJob } from './job.ts';
import { type CronEntry, type JobRun, startJobRun } from './job-run.ts';
import type { RecurringTask } from './recurring-task.ts';
import { openRunnerLease } from './runner-lease.ts';
import { createTakeOver } from './take-over-dead-runners.ts';

export interface JobRunnerOptions {
  readonly connection: pg.ClientConfig;
  readonly jobs: readonly AnyJob[];
  readonly cron?: readonly CronEntry[];
  readonly recurring?: readonly RecurringTask[];
  /** Jobs that this process runs at once. */
  readonly concurrency: number;
  /** How often waiting jobs whose time has come are looked for, in milliseconds. New ones are heard of at once. */
  readonly pollInterval?: number;
  /** How long a node may be cut off from the database before others take its jobs, in milliseconds. */
  readonly grace?: number;
  readonly log: JobLog;
  /** Hears of every trouble apart from failed jobs, which are logged. The runner recovers by itself. */
  readonly onError: (error: Error) => void;
}

export interface JobRunner {
  /** False while the runner recovers from a lost database or has stopped. */
  isRunning(): boolean;
  /** Takes no more jobs and waits for the running ones; after `within` milliseconds they are cut off and run again elsewhere. */
  stop(within: number): Promise<void>;
}

const restartAfter = [250, 500, 1_000, 2_000, 5_000];
/** What a run that lost its lease leaves to jobs that are slow to end, in milliseconds. */
const endWithin = 4_000;

/** Runs jobs until it is stopped, whatever happens to the database. Needs the schema of `migrateJobs`. */
export const startJobRunner = async (options: JobRunnerOptions): Promise<JobRunner> => {
  if (options.jobs.length === 0) throw new RangeError('a job runner needs at least one job');
  const pool = createPool({
    connection: options.connection,
    name: 'portolan jobs',
    // One connection listens for new jobs, one is for the clockwork of cron entries.
    size: options.concurrency + 2,
    timeouts: { statement: 8_000, query: 9_000, lock: 5_000, idleInTransaction: 10_000 },
    onError: options.onError,
  });
  const stopping = new AbortController();
  let current: JobRun | undefined;

  const runOnce = async (onStart: () => void): Promise<void> => {
    const grace = options.grace ?? 5_000;
    const takeOver = createTakeOver(grace);
    const lease = await openRunnerLease({
      connection: options.connection,
      patience: grace,
      onError: options.onError,
      beat: async (query, ownId) => {
        const dead = await takeOver(query, ownId);
        if (dead.length > 0) options.log.warn({ runners: dead }, 'Took over the jobs of runners that died');
      },
    });
    try {
      const run = await startJobRun({
        pool,
        lease,
        jobs: options.jobs,
        cron: options.cron ?? [],
        recurring: options.recurring ?? [],
        concurrency: options.concurrency,
        pollInterval: options.pollInterval ?? 1_000,
        grace,
        log: options.log,
        onError: options.onError,
      });
      lease.lost.addEventListener('abort', () => void run.stop(endWithin));
      if (stopping.signal.aborted) await run.stop(endWithin);
      current = run;
      onStart();
      await run.ended;
    } finally {
      current = undefined;
      await lease.release();
    }
  };

  const supervise = async (started: PromiseWithResolvers<void>) => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      try {
        await runOnce(() => {
          failures = 0;
          started.resolve();
        });
        if (!stopping.signal.aborted) options.onError(new Error('The job runner ended unexpectedly and starts again'));
      } catch (error) {
        started.reject(error);
        options.onError(error instanceof Error ? error : new Error(String(error)));
      }
      const delay = restartAfter[Math.min(failures, restartAfter.length - 1)];
      await wait(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const started = Promise.withResolvers<void>();
  const supervision = supervise(started);
  try {
    await started.promise;
  } catch (error) {
    // The first start must succeed: a server that cannot run its jobs should say so instead of coming up.
    stopping.abort();
    await supervision;
    await pool.end();
    throw error;
  }
  return {
    isRunning: () => current !== undefined && !stopping.signal.aborted,
    stop: async (within) => {
      if (stopping.signal.aborted) return await supervision;
      stopping.abort();
      await current?.stop(within);
      await supervision;
      // A job that was cut off may hold its connection for ever; the process is about to end anyway.
      await Promise.race([pool.end(), wait(1_000, undefined, { ref: false })]);
    },
  };
};
