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

/** The one that signs first; never the keys themselves. */
export const selectSigningKeyRecords = async (handle: Handle): Promise<SigningKeyRecord[]> =>
  await handle
    .selectFrom('signingKeys')
    .select(['id', 'algorithm', 'state', 'createdAt', 'activatedAt', 'retiredAt', 'verifiesUntil'])
    .orderBy(sql`array_position(ARRAY['active', 'upcoming', 'retired'], state)`)
    .orderBy('createdAt', 'desc')
    .execute();
