import { type LeaseQuery, runnerLock } from './runner-lock.ts';

/** Hands the jobs of dead runners to the living, and gives the ids of those it found dead. */
export type TakeOver = (query: LeaseQuery, ownId: string) => Promise<readonly string[]>;

/**
 * graphile-worker leaves the jobs of a killed node locked for four hours. A runner whose advisory lock is free has lost
 * its connection; when it does not come back within `grace`, it is dead. The wait lets a node keep its jobs through a
 * short interruption. `now` counts milliseconds and never jumps.
 */
export const createTakeOver = (grace: number, now: () => number = () => performance.now()): TakeOver => {
  let missingSince = new Map<string, number>();

  return async (query, ownId) => {
    const known = missingSince;
    // After a failed look nothing is known: the database itself may have been away, and every node needs its time again.
    missingSince = new Map();
    const missing = await query<{ id: string }>(findMissing, [ownId]);
    for (const { id } of missing) missingSince.set(id, known.get(id) ?? now());
    const dead = [...missingSince].filter(([, since]) => now() - since >= grace).map(([id]) => id);
    if (dead.length === 0) return [];
    const taken = await query<{ id: string }>(release, [dead]);
    return taken.map(({ id }) => id);
  };
};

// A connection gets its own lock a second time, hence the CASE. The locks that this takes end with the statement.
const findMissing = `
  SELECT id FROM job_runners
  WHERE CASE WHEN id = $1 THEN false ELSE pg_try_advisory_xact_lock(${runnerLock('id')}) END`;

// The lock is taken again in the statement that decides: a runner that came back in between keeps its jobs.
const release = `
  WITH dead AS MATERIALIZED (
    SELECT id FROM job_runners WHERE id = ANY ($1::text[]) AND pg_try_advisory_xact_lock(${runnerLock('id')})
  ), forgotten AS (
    DELETE FROM job_runners USING dead WHERE job_runners.id = dead.id RETURNING dead.id
  ), unlocked AS MATERIALIZED (
    SELECT graphile_worker.force_unlock_workers(array_agg(id)) FROM forgotten
  )
  SELECT id FROM forgotten, unlocked`;
