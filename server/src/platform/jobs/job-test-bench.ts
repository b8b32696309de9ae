import { createTestDatabase } from '../../../test/test-database.ts';
import { type Database, openDatabase } from '../database/index.ts';
import type { JobLog } from './forward-log.ts';
import { migrateJobs } from './migrate-jobs.ts';
import { type JobRunner, type JobRunnerOptions, startJobRunner } from './start-job-runner.ts';

/** What the tests of jobs, and of what runs as jobs, stand on: a database of their own and runners on it. */
export interface JobTestBench {
  readonly connection: JobRunnerOptions['connection'];
  readonly database: Database;
  readonly log: JobLog;
  readonly warnings: { readonly fields: object; readonly message: string }[];
  /** Errors that runners reported. */
  readonly errors: Error[];
  startRunner(options: Partial<JobRunnerOptions> & Pick<JobRunnerOptions, 'jobs'>): Promise<JobRunner>;
  stopRunners(): Promise<void>;
  close(): Promise<void>;
}

export const openJobTestBench = async (): Promise<JobTestBench> => {
  const { connection, drop } = await createTestDatabase();
  const warnings: JobTestBench['warnings'] = [];
  const errors: Error[] = [];
  const keep = (fields: object, message: string) => {
    warnings.push({ fields, message });
  };
  const log: JobLog = { error: keep, warn: keep, info: () => undefined, debug: () => undefined };
  await migrateJobs(connection, log);
  const onError = (error: Error) => {
    errors.push(error);
  };
  const connections = openDatabase({ connection, poolSize: 8, longPoolSize: 1, onError: () => undefined });
  const runners = new Set<JobRunner>();
  const stopRunners = async () => {
    await Promise.all([...runners].map((runner) => runner.stop(2_000)));
    runners.clear();
  };
  return {
    connection,
    database: connections.main,
    log,
    warnings,
    errors,
    startRunner: async (options) => {
      const runner = await startJobRunner({ connection, concurrency: 2, pollInterval: 100, log, onError, ...options });
      runners.add(runner);
      return runner;
    },
    stopRunners,
    close: async () => {
      await stopRunners();
      await connections.close();
      await drop();
    },
  };
};
