import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

/** APIs check every request with it: short and quick. */
export const accessTokenAlgorithm = 'ES256';
/** The one that every OpenID provider must have (Core, 15.1), and that clients expect unless they are told otherwise. */
export const idTokenAlgorithm = 'RS256';
export const signingAlgorithms = [accessTokenAlgorithm, idTokenAlgorithm] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

export interface SigningKeyRow {
  readonly id: string;
  readonly algorithm: string;
  readonly state: string;
  readonly publicJwk: unknown;
  readonly sealedPrivateKey: string;
  readonly activatedAt: Date | null;
}

/** Whoever holds this lock, until its transaction ends, may make or change signing keys. */
export const lockSigningKeys = async (handle: Handle): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(7305108120)`.execute(handle);
};

/** Keys that sign, will sign, or still verify; those that sign first, and that of access tokens before the other. */
export const selectSigningKeys = async (handle: Handle): Promise<SigningKeyRow[]> =>
  await handle
    .selectFrom('signingKeys')
    .select(['id', 'algorithm', 'state', 'publicJwk', 'sealedPrivateKey', 'activatedAt'])
    .where((where) => where.or([where('verifiesUntil', 'is', null), where('verifiesUntil', '>', sql<Date>`now()`)]))
    .orderBy(sql`array_position(ARRAY['active', 'upcoming', 'retired'], state)`)
    .orderBy('algorithm')
    .orderBy('createdAt')
    .execute();

export const insertSigningKey = async (
  handle: Handle,
  key: {
    id: string;
    algorithm: SigningAlgorithm;
    publicJwk: object;
    sealedPrivateKey: string;
    state: 'active' | 'upcoming';
  },
): Promise<void> => {
  await handle
    .insertInto('signingKeys')
    .values({
      id: key.id,
      algorithm: key.algorithm,
      state: key.state,
      publicJwk: JSON.stringify(key.publicJwk),
      sealedPrivateKey: key.sealedPrivateKey,
      activatedAt: key.state === 'active' ? sql<Date>`now()` : null,
    })
    .execute();
};

/** Ends the signing of the active key; it verifies for as long as a token that it has just signed may live. */
export const retireActiveKey = async (
  handle: Handle,
  algorithm: SigningAlgorithm,
  verifiesForSeconds: number,
): Promise<void> => {
  await handle
    .updateTable('signingKeys')
    .set({
      state: 'retired',
      retiredAt: sql<Date>`now()`,
      verifiesUntil: sql<Date>`now() + make_interval(secs => ${verifiesForSeconds})`,
    })
    .where('state', '=', 'active')
    .where('algorithm', '=', algorithm)
    .execute();
};

/** Retired keys verify nothing from now on: what they signed is no token any more. */
export const endRetiredKeys = async (handle: Handle): Promise<void> => {
  await handle
    .updateTable('signingKeys')
    .set({ verifiesUntil: sql<Date>`now()` })
    .where('state', '=', 'retired')
    .where('verifiesUntil', '>', sql<Date>`now()`)
    .execute();
};

export const deleteUpcomingKeys = async (handle: Handle, algorithm: SigningAlgorithm): Promise<void> => {
  await handle.deleteFrom('signingKeys').where('state', '=', 'upcoming').where('algorithm', '=', algorithm).execute();
};

/** Keys that have verified nothing for so long. */
export const deleteDeadKeys = async (handle: Handle, deadForSeconds: number): Promise<void> => {
  await handle
    .deleteFrom('signingKeys')
    .where('state', '=', 'retired')
    .where('verifiesUntil', '<', sql<Date>`now() - make_interval(secs => ${deadForSeconds})`)
    .execute();
};

/** How many keys of a kind were made in the time until now, and in how many seconds the first of them falls out of it. */
export const countNewKeys = async (
  handle: Handle,
  algorithm: SigningAlgorithm,
  withinSeconds: number,
): Promise<{ count: number; seconds: number }> =>
  await handle
    .selectFrom('signingKeys')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(ceil(extract(epoch FROM min(created_at) - now()) + ${withinSeconds}), 0)::int`.as('seconds'),
    ])
    .where('algorithm', '=', algorithm)
    .where('createdAt', '>', sql<Date>`now() - make_interval(secs => ${withinSeconds})`)
    .executeTakeFirstOrThrow();

/** The oldest upcoming key that has been published for long enough; undefined when there is none. */
export const selectRipeKey = async (
  handle: Handle,
  algorithm: SigningAlgorithm,
  publishedForSeconds: number,
): Promise<string | undefined> => {
  const row = await handle
    .selectFrom('signingKeys')
    .select('id')
    .where('state', '=', 'upcoming')
    .where('algorithm', '=', algorithm)
    .where('createdAt', '<=', sql<Date>`now() - make_interval(secs => ${publishedForSeconds})`)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

export const activateKey = async (handle: Handle, id: string): Promise<void> => {
  await handle
    .updateTable('signingKeys')
    .set({ state: 'active', activatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
};

export const selectActiveKeyAge = async (
  handle: Handle,
  algorithm: SigningAlgorithm,
): Promise<{ id: string; seconds: number; hasUpcoming: boolean } | undefined> =>
  await handle
    .selectFrom('signingKeys')
    .select([
      'id',
      sql<number>`extract(epoch FROM now() - activated_at)::float8`.as('seconds'),
      sql<boolean>`EXISTS (SELECT FROM signing_keys u WHERE u.state = 'upcoming' AND u.algorithm = ${algorithm})`.as(
        'hasUpcoming',
      ),
    ])
    .where('state', '=', 'active')
    .where('algorithm', '=', algorithm)
    .executeTakeFirst();
