import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

export interface ThrottleSubject {
  readonly kind: 'account' | 'address';
  readonly hash: Buffer;
}

export interface ThrottleLimits {
  /** Tries without a success before the first wait. */
  readonly free: number;
  /** Seconds of the first wait; each further try doubles it. */
  readonly firstWait: number;
  readonly longestWait: number;
  /** Seconds without a try after which everything is forgotten. */
  readonly forgetAfter: number;
}

/** Counts a try in one statement, so that tries at the same moment cannot slip through together. False: must wait. */
export const countTry = async (handle: Handle, subject: ThrottleSubject, limits: ThrottleLimits): Promise<boolean> => {
  const { free, firstWait, longestWait, forgetAfter } = limits;
  const { rows } = await sql`
    INSERT INTO sign_in_throttles AS known (kind, subject_hash, failures, expires_at)
    VALUES (${subject.kind}, ${subject.hash}, 1, now() + make_interval(secs => ${forgetAfter}))
    ON CONFLICT ON CONSTRAINT sign_in_throttles_pkey DO UPDATE SET
      failures = CASE WHEN known.expires_at <= now() THEN 1 ELSE known.failures + 1 END,
      window_started_at = CASE WHEN known.expires_at <= now() THEN now() ELSE known.window_started_at END,
      blocked_until = CASE
        WHEN known.expires_at <= now() OR known.failures + 1 < ${free}::int THEN NULL
        ELSE now() + make_interval(
          secs => least(${longestWait}::float8, ${firstWait}::float8 * power(2, least(known.failures + 1 - ${free}::int, 30)))
        )
      END,
      expires_at = now() + make_interval(secs => ${forgetAfter + longestWait})
    WHERE known.blocked_until IS NULL OR known.blocked_until <= now()
    RETURNING failures`.execute(handle);
  return rows.length > 0;
};

/** Seconds until the next try is allowed. */
export const selectWait = async (handle: Handle, subject: ThrottleSubject): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    SELECT ceil(extract(epoch FROM blocked_until - now()))::int AS seconds FROM sign_in_throttles
    WHERE kind = ${subject.kind} AND subject_hash = ${subject.hash} AND blocked_until > now()`.execute(handle);
  return rows[0]?.seconds ?? 1;
};

export const forgetTries = async (handle: Handle, subject: ThrottleSubject): Promise<void> => {
  await handle
    .deleteFrom('signInThrottles')
    .where('kind', '=', subject.kind)
    .where('subjectHash', '=', subject.hash)
    .execute();
};

/** Takes one try back, which turned out to be none of those that we count. */
export const takeTryBack = async (handle: Handle, subject: ThrottleSubject): Promise<void> => {
  await handle
    .updateTable('signInThrottles')
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, blockedUntil: null })
    .where('kind', '=', subject.kind)
    .where('subjectHash', '=', subject.hash)
    .execute();
};
