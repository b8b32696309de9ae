export { discardFailedJob } from './discard-failed-job.ts';
export { type EnqueueOptions, enqueue, enqueueMany, type KeyedPayload } from './enqueue.ts';
export type { JobLog } from './forward-log.ts';
export {
  type AnyJob,
  defineJob,
  describeJob,
  implementJob,
  type Job,
  type JobContext,
  type JobType,
  type NoPayload,
} from './job.ts';
export type { CronEntry } from './job-run.ts';
export { type FailedJob, listFailedJobs } from './list-failed-jobs.ts';
export { migrateJobs } from './migrate-jobs.ts';
export { type JobCounts, readJobCounts } from './read-job-counts.ts';
export type { RecurringTask } from './recurring-task.ts';
export { retryFailedJob } from './retry-failed-job.ts';
export { type JobRunner, type JobRunnerOptions, startJobRunner } from './start-job-runner.ts';
