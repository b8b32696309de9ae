import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import { type TenantScope, tenantOf } from '../tenant-scope.ts';
import type { User } from '../users/user.ts';
import { toUser, userColumns } from '../users/user-store.ts';

export interface PasswordState {
  readonly passwordHash: string;
  readonly changedAt: Date;
  readonly mustChange: boolean;
}

export const upsertPassword = async (
  transaction: Transaction,
  password: { readonly userId: string; readonly passwordHash: string; readonly mustChange: boolean },
): Promise<void> => {
  const { userId, ...fields } = password;
  await transaction
    .insertInto('passwordCredentials')
    .values(password)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...fields, changedAt: sql<Date>`now()` }))
    .execute();
};

/** The same password hashed at today's cost: its age stays. Only if nobody has changed it in the meantime. */
export const replacePasswordHash = async (
  handle: Handle,
  userId: string,
  old: string,
  passwordHash: string,
): Promise<void> => {
  await handle
    .updateTable('passwordCredentials')
    .set({ passwordHash })
    .where('userId', '=', userId)
    .where('passwordHash', '=', old)
    .execute();
};

export const selectPassword = async (handle: Handle, userId: string): Promise<PasswordState | undefined> =>
  await handle
    .selectFrom('passwordCredentials')
    .select(['passwordHash', 'changedAt', 'mustChange'])
    .where('userId', '=', userId)
    .executeTakeFirst();

export interface SignInCandidate {
  readonly user: User;
  readonly password: PasswordState;
}

/** The accounts of an e-mail that may sign in with a password, of all tenants or of one. */
export const selectSignInCandidates = async (
  handle: Handle,
  email: string,
  scope: TenantScope,
): Promise<SignInCandidate[]> => {
  const tenantId = tenantOf(scope);
  const rows = await handle
    .selectFrom('users')
    .innerJoin('passwordCredentials', 'passwordCredentials.userId', 'users.id')
    .innerJoin('tenants', 'tenants.id', 'users.tenantId')
    .select(userColumns)
    .select(['passwordHash', 'changedAt', 'mustChange'])
    .where('users.emailKey', '=', sql<string>`lower(${email})`)
    .where('users.activatedAt', 'is not', null)
    .where('users.deactivatedAt', 'is', null)
    .where('tenants.deactivatedAt', 'is', null)
    .$if(tenantId !== null, (query) => query.where('users.tenantId', '=', tenantId))
    .orderBy('users.tenantId')
    .execute();
  return rows.map((row) => ({
    user: toUser(row),
    password: { passwordHash: row.passwordHash, changedAt: row.changedAt, mustChange: row.mustChange },
  }));
};

export const setLastSignIn = async (transaction: Transaction, userIds: readonly string[]): Promise<void> => {
  await transaction.updateTable('users').set({ lastSignInAt: sql<Date>`now()` }).where('id', 'in', userIds).execute();
};

export const selectDatabaseTime = async (handle: Handle): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(handle);
  return rows[0]?.now ?? new Date();
};
