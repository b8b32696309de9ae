import { sql } from 'kysely';
import type { Handle } from '../database/index.ts';
import { AppError } from '../errors/app-error.ts';

/** Forgets a job that failed for good. */
export const discardFailedJob = async (handle: Handle, jobId: string): Promise<void> => {
  const { rows } = await sql`
    SELECT job.id
    FROM graphile_worker.jobs AS failed
    CROSS JOIN LATERAL graphile_worker.complete_jobs(ARRAY[failed.id]) AS job
    WHERE failed.id = ${jobId}::bigint AND failed.locked_at IS NULL AND failed.attempts >= failed.max_attempts`.execute(
    handle,
  );
  if (rows.length === 0) throw new AppError('notFound', 'job.not-found', `There is no failed job ${jobId}.`);
};
