import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

export const platformRoles = ['administrator', 'directoryReader'] as const;
export type PlatformRole = (typeof platformRoles)[number];

/** Any number that nobody else uses: whoever takes an administrator away holds this lock until the transaction ends. */
const administratorsLock = 7_305_108_115;

export const lockAdministrators = async (transaction: Transaction): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${administratorsLock})`.execute(transaction);
};

export const selectRoles = async (handle: Handle, userId: string): Promise<PlatformRole[]> => {
  const rows = await handle
    .selectFrom('userPlatformRoles')
    .select('role')
    .where('userId', '=', userId)
    .orderBy('role')
    .execute();
  return platformRoles.filter((role) => rows.some((row) => row.role === role));
};

/** False when the user has the role already. */
export const insertRole = async (
  transaction: Transaction,
  grant: { readonly userId: string; readonly role: PlatformRole; readonly grantedBy: string | null },
): Promise<boolean> => {
  const row = await transaction
    .insertInto('userPlatformRoles')
    .values(grant)
    .onConflict((conflict) => conflict.columns(['userId', 'role']).doNothing())
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
};

export const deleteRole = async (transaction: Transaction, userId: string, role: PlatformRole): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('userPlatformRoles')
    .where('userId', '=', userId)
    .where('role', '=', role)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/** The administrators who can sign in. */
export const selectAdministrators = async (handle: Handle): Promise<{ id: string; email: string }[]> =>
  await handle
    .selectFrom('userPlatformRoles')
    .innerJoin('users', 'users.id', 'userPlatformRoles.userId')
    .select(['users.id', 'users.email'])
    .where('role', '=', 'administrator')
    .where('users.activatedAt', 'is not', null)
    .where('users.deactivatedAt', 'is', null)
    .orderBy('userPlatformRoles.grantedAt')
    .orderBy('users.id')
    .execute();
