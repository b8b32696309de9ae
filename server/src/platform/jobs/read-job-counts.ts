import { sql } from 'kysely';
import type { Handle } from '../database/index.ts';

export interface JobCounts {
  /** Could run now, but no runner has taken them yet. */
  readonly queued: number;
  /** Wait for their time: planned ones and those that failed and will be tried again. */
  readonly scheduled: number;
  readonly running: number;
  /** Will not be tried again. */
  readonly failed: number;
  /** How long the oldest queued job has been waiting. */
  readonly oldestQueuedSeconds: number;
}

/** The numbers of the whole installation, for metrics. Reads all waiting jobs: ask every few seconds, not more. */
export const readJobCounts = async (handle: Handle): Promise<JobCounts> => {
  const { rows } = await sql<JobCounts>`
    SELECT
      count(*) FILTER (WHERE is_due)::int AS queued,
      count(*) FILTER (WHERE locked_at IS NULL AND NOT is_failed AND NOT is_due)::int AS scheduled,
      count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
      count(*) FILTER (WHERE locked_at IS NULL AND is_failed)::int AS failed,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_due)), 0)::float8 AS oldest_queued_seconds
    FROM (
      SELECT
        locked_at,
        run_at,
        attempts >= max_attempts AS is_failed,
        locked_at IS NULL AND attempts < max_attempts AND run_at <= now() AS is_due
      FROM graphile_worker.jobs
    ) AS job`.execute(handle);
  return rows[0] ?? { queued: 0, scheduled: 0, running: 0, failed: 0, oldestQueuedSeconds: 0 };
};
