import { sql } from 'kysely';
import type { Handle } from '../database/index.ts';

export interface FailedJob {
  readonly id: string;
  readonly name: string;
  readonly key: string | null;
  readonly attempts: number;
  readonly error: string;
  readonly createdAt: Date;
}

export interface FailedJobsPage {
  readonly limit: number;
  /** The last id of the page before. */
  readonly before?: string;
}

const diedWithItsServer = 'The server ended while the job ran.';

/** Jobs that will not be tried again, newest first, for administrators. */
export const listFailedJobs = async (handle: Handle, page: FailedJobsPage): Promise<readonly FailedJob[]> => {
  const { rows } = await sql<FailedJob>`
    SELECT
      id::text AS id,
      task_identifier AS name,
      key,
      attempts::int AS attempts,
      coalesce(last_error, ${diedWithItsServer}) AS error,
      created_at
    FROM graphile_worker.jobs
    WHERE locked_at IS NULL AND attempts >= max_attempts AND id < coalesce(${page.before ?? null}::bigint, 9223372036854775807)
    ORDER BY jobs.id DESC
    LIMIT ${page.limit}`.execute(handle);
  return rows;
};
