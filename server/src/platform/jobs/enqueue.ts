import { sql } from 'kysely';
import type { Handle } from '../database/index.ts';
import type { JobType } from './job.ts';

export interface EnqueueOptions {
  /** Absent: at once. */
  readonly runAt?: Date;
  /**
   * At most one waiting job has this key: enqueueing again replaces what waits. What already runs is not touched, a
   * second job follows it then.
   */
  readonly key?: string;
  /** Jobs of one queue run one after the other on all nodes. For a handful of queues, not one per user. */
  readonly queue?: string;
}

export interface KeyedPayload<Payload> {
  readonly key: string;
  readonly payload: Payload;
}

/**
 * Adds a job through the caller's handle: inside a transaction it exists once that commits, and never when it does not
 * (contract A11). Gives the job's id.
 */
export const enqueue = async <Payload>(
  handle: Handle,
  job: JobType<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<string> => {
  job.check(payload);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM graphile_worker.add_job(
      identifier => ${job.name},
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${options.queue ?? null}::text,
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${job.maxAttempts}::int,
      job_key => ${options.key ?? null}::text
    )`.execute(handle);
  const [row] = rows;
  if (row === undefined) throw new Error(`The job ${job.name} could not be added`);
  return row.id;
};

/** Adds many jobs in one statement. Their keys must differ. */
export const enqueueMany = async <Payload>(
  handle: Handle,
  job: JobType<Payload>,
  items: readonly KeyedPayload<Payload>[],
): Promise<void> => {
  if (items.length === 0) return;
  for (const { payload } of items) job.check(payload);
  const specs = items.map(({ key, payload }) => ({
    identifier: job.name,
    payload,
    max_attempts: job.maxAttempts,
    job_key: key,
  }));
  await sql`
    SELECT FROM graphile_worker.add_jobs(
      ARRAY(SELECT json_populate_recordset(NULL::graphile_worker.job_spec, ${JSON.stringify(specs)}::json))
    )`.execute(handle);
};
