import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

export interface VerificationKeyRow {
  readonly id: string;
  readonly publicJwk: unknown;
}

/** The public halves of all keys that tokens may still be signed with. */
export const selectVerificationKeys = async (handle: Handle): Promise<VerificationKeyRow[]> =>
  await handle
    .selectFrom('signingKeys')
    .select(['id', 'publicJwk'])
    .where('algorithm', '=', 'ES256')
    .where((where) => where.or([where('verifiesUntil', 'is', null), where('verifiesUntil', '>', sql<Date>`now()`)]))
    .execute();
