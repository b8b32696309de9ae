import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

export interface SigningKeyRow {
  readonly id: string;
  readonly state: string;
  readonly publicJwk: unknown;
  readonly sealedPrivateKey: string;
  readonly activatedAt: Date | null;
}

/** Whoever holds this lock, until its transaction ends, may make or change signing keys. */
export const lockSigningKeys = async (handle: Handle): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(7305108120)`.execute(handle);
};

/** Keys that sign, will sign, or still verify; the one that signs first. */
export const selectSigningKeys = async (handle: Handle): Promise<SigningKeyRow[]> =>
  await handle
    .selectFrom('signingKeys')
    .select(['id', 'state', 'publicJwk', 'sealedPrivateKey', 'activatedAt'])
    .where((where) => where.or([where('verifiesUntil', 'is', null), where('verifiesUntil', '>', sql<Date>`now()`)]))
    .orderBy(sql`array_position(ARRAY['active', 'upcoming', 'retired'], state)`)
    .orderBy('createdAt')
    .execute();

export const insertSigningKey = async (
  handle: Handle,
  key: { id: string; publicJwk: object; sealedPrivateKey: string; state: 'active' | 'upcoming' },
): Promise<void> => {
  await handle
    .insertInto('signingKeys')
    .values({
      id: key.id,
      algorithm: 'ES256',
      state: key.state,
      publicJwk: JSON.stringify(key.publicJwk),
      sealedPrivateKey: key.sealedPrivateKey,
      activatedAt: key.state === 'active' ? sql<Date>`now()` : null,
    })
    .execute();
};

/** Ends the signing of the active key; it verifies for as long as a token that it has just signed may live. */
export const retireActiveKey = async (handle: Handle, verifiesForSeconds: number): Promise<void> => {
  await handle
    .updateTable('signingKeys')
    .set({
      state: 'retired',
      retiredAt: sql<Date>`now()`,
      verifiesUntil: sql<Date>`now() + make_interval(secs => ${verifiesForSeconds})`,
    })
    .where('state', '=', 'active')
    .execute();
};

/** The oldest upcoming key that has been published for long enough; undefined when there is none. */
export const selectRipeKey = async (handle: Handle, publishedForSeconds: number): Promise<string | undefined> => {
  const row = await handle
    .selectFrom('signingKeys')
    .select('id')
    .where('state', '=', 'upcoming')
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
): Promise<{ id: string; seconds: number; hasUpcoming: boolean } | undefined> =>
  await handle
    .selectFrom('signingKeys')
    .select([
      'id',
      sql<number>`extract(epoch FROM now() - activated_at)::float8`.as('seconds'),
      sql<boolean>`EXISTS (SELECT 1 FROM signing_keys u WHERE u.state = 'upcoming')`.as('hasUpcoming'),
    ])
    .where('state', '=', 'active')
    .executeTakeFirst();
