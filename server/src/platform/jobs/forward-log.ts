import { Logger, type LogLevel } from 'graphile-worker';

/** The part of our logger that jobs need. */
export interface JobLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

interface FailedJob {
  readonly id: string;
  readonly task_identifier: string;
  readonly attempts: number;
  readonly max_attempts: number;
}

const isFailedJob = (value: unknown): value is FailedJob =>
  typeof value === 'object' && value !== null && 'task_identifier' in value && 'max_attempts' in value;

/**
 * Takes what graphile-worker would print on the console. Its own fields hold whole jobs and connection options, so only
 * the error and the names pass; lines about each finished job are worth no more than debug.
 */
export const forwardLog = (log: JobLog): Logger =>
  new Logger(() => (level, message, meta) => {
    const err = meta.error ?? meta.fatalError;
    if (meta.failure === true && isFailedJob(meta.job)) {
      const { id, task_identifier: job, attempts, max_attempts: most } = meta.job;
      const isLast = attempts >= most;
      log[isLast ? 'error' : 'warn'](
        { err, job, jobId: id, attempt: attempts },
        isLast ? 'A job failed for good' : 'A job failed and will run again',
      );
      return;
    }
    const [line = ''] = message.split('\n', 1);
    log[levels[level]](err instanceof Error ? { err } : {}, `Jobs: ${line}`);
  });

const levels: Readonly<Record<LogLevel, keyof JobLog>> = {
  error: 'error',
  warning: 'warn',
  info: 'debug',
  debug: 'debug',
};
