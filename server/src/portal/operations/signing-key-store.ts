import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

export interface SigningKeyRecord {
  readonly id: string;
  readonly algorithm: string;
  readonly state: string;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  readonly retiredAt: Date | null;
  readonly verifiesUntil: Date | null;
}

/** Keys that sign, will sign, or still verify; those that sign first, never the keys themselves. */
export const selectSigningKeyRecords = async (handle: Handle): Promise<SigningKeyRecord[]> =>
  await handle
    .selectFrom('signingKeys')
    .select(['id', 'algorithm', 'state', 'createdAt', 'activatedAt', 'retiredAt', 'verifiesUntil'])
    .where((where) => where.or([where('verifiesUntil', 'is', null), where('verifiesUntil', '>', sql<Date>`now()`)]))
    .orderBy(sql`array_position(ARRAY['active', 'upcoming', 'retired'], state)`)
    .orderBy('createdAt', 'desc')
    .orderBy('algorithm')
    .execute();
