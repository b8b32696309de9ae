import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Handle, Tables, Transaction } from '../../platform/database/index.ts';
import { type TenantScope, tenantOf } from '../tenant-scope.ts';
import type { Person } from './read-person.ts';
import type { User } from './user.ts';

export const userColumns = [
  'users.id',
  'users.tenantId',
  'users.email',
  'users.emailVerifiedAt',
  'users.phone',
  'users.phoneVerifiedAt',
  'users.firstName',
  'users.lastName',
  'users.displayName',
  'users.displayNameKey',
  'users.language',
  'users.countryCode',
  'users.managedAccount',
  'users.accessHubEnabled',
  'users.secondFactorRequired',
  'users.activatedAt',
  'users.deactivatedAt',
  'users.credentialsVersion',
  'users.createdAt',
  'users.updatedAt',
  'users.lastSignInAt',
  'users.revision',
] as const;

export type UserRow = Omit<Selectable<Tables['users']>, 'emailKey' | 'activationDeadline' | 'credentialsChangedAt'>;

export const toUser = (row: UserRow): User => ({
  id: row.id,
  tenantId: row.tenantId,
  email: row.email,
  emailVerified: row.emailVerifiedAt !== null,
  phone: row.phone,
  phoneVerified: row.phoneVerifiedAt !== null,
  firstName: row.firstName,
  lastName: row.lastName,
  displayName: row.displayName,
  nameKey: row.displayNameKey,
  language: row.language,
  countryCode: row.countryCode,
  managedAccount: row.managedAccount,
  accessHubEnabled: row.accessHubEnabled,
  secondFactorRequired: row.secondFactorRequired,
  activated: row.activatedAt !== null,
  deactivated: row.deactivatedAt !== null,
  credentialsVersion: row.credentialsVersion,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  lastSignInAt: row.lastSignInAt,
  revision: row.revision,
});

/** Users whom nobody has activated are kept so long (contract B12). */
export const activationDays = 30;
export const nextActivationDeadline = sql<Date>`now() + make_interval(days => ${activationDays})`;

/** Inserts those whose e-mail is new in the tenant, in one statement however many, and gives these. */
export const insertUsers = async (
  transaction: Transaction,
  tenantId: string,
  people: readonly Person[],
): Promise<User[]> => {
  if (people.length === 0) return [];
  const rows = await transaction
    .insertInto('users')
    .values(people.map((person) => ({ ...person, tenantId, activationDeadline: nextActivationDeadline })))
    .onConflict((conflict) => conflict.constraint('users_email_unique').doNothing())
    .returning(userColumns)
    .execute();
  return rows.map(toUser);
};

export const selectUser = async (handle: Handle, userId: string, scope: TenantScope): Promise<User | undefined> => {
  const tenantId = tenantOf(scope);
  const row = await handle
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId))
    .executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
};

/** Holds the user until the transaction ends, so that what is decided from this row still holds when it is written. */
export const lockUser = async (
  transaction: Transaction,
  userId: string,
  scope: TenantScope,
): Promise<User | undefined> => {
  const tenantId = tenantOf(scope);
  const row = await transaction
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId))
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
};

/** Lets nobody else change the tenant's users of these e-mails who wait for their activation: whoever invites them does. */
export const lockWaitingUsers = async (
  transaction: Transaction,
  emails: readonly string[],
  tenantId: string,
): Promise<void> => {
  // Everybody locks in the same order, or two would wait for each other.
  await sql`SELECT FROM users
    WHERE tenant_id = ${tenantId} AND email_key IN (SELECT lower(given) FROM unnest(${emails}::text[]) AS given)
      AND activated_at IS NULL
    ORDER BY email_key FOR UPDATE`.execute(transaction);
};

/**
 * The tenant's users of these e-mails, one for each that is there, in the order of the e-mails. Nobody deletes them before
 * the transaction ends.
 */
export const holdUsersInOrder = async (
  transaction: Transaction,
  emails: readonly string[],
  tenantId: string,
): Promise<User[]> => {
  const given = sql<{ email: string; place: string }>`unnest(${emails}::text[]) WITH ORDINALITY`;
  const rows = await transaction
    .selectFrom(given.as<'given'>(sql`given (email, place)`))
    .innerJoin('users', (join) =>
      join.on('users.tenantId', '=', tenantId).on('users.emailKey', '=', sql<string>`lower(given.email)`),
    )
    .select(userColumns)
    .orderBy('given.place')
    .forKeyShare('users')
    .execute();
  return rows.map(toUser);
};

export const selectUsersByEmail = async (handle: Handle, email: string, scope: TenantScope): Promise<User[]> => {
  const tenantId = tenantOf(scope);
  const rows = await handle
    .selectFrom('users')
    .select(userColumns)
    // lower() of the database on both sides: JavaScript folds a few letters in another way.
    .where('emailKey', '=', sql<string>`lower(${email})`)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId))
    .orderBy('displayNameKey')
    .orderBy('id')
    .execute();
  return rows.map(toUser);
};

type ChangeableColumn =
  | 'firstName'
  | 'lastName'
  | 'displayName'
  | 'language'
  | 'countryCode'
  | 'phone'
  | 'email'
  | 'managedAccount'
  | 'accessHubEnabled'
  | 'secondFactorRequired';

export interface UserChanges extends Partial<Pick<Selectable<Tables['users']>, ChangeableColumn>> {
  readonly emailVerifiedAt?: RawBuilder<Date> | null;
  readonly phoneVerifiedAt?: RawBuilder<Date> | null;
}

/** The database's clock, which decides everything that has to do with time. */
export const databaseNow = sql<Date>`now()`;

export const updateUser = async (transaction: Transaction, userId: string, changes: UserChanges): Promise<User> => {
  const row = await transaction
    .updateTable('users')
    .set((eb) => ({ ...changes, updatedAt: databaseNow, revision: eb('revision', '+', 1) }))
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
  return toUser(row);
};

/** Ends every session and token of the user, by the number that they carry. */
export const raiseCredentialsVersion = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction
    .updateTable('users')
    .set((eb) => ({ credentialsVersion: eb('credentialsVersion', '+', 1) }))
    .where('id', '=', userId)
    .execute();
};

export const setUserActivated = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction
    .updateTable('users')
    .set({
      activatedAt: databaseNow,
      activationDeadline: null,
      emailVerifiedAt: sql<Date>`coalesce(email_verified_at, now())`,
    })
    .where('id', '=', userId)
    .where('activatedAt', 'is', null)
    .execute();
};

export const setActivationDeadline = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction
    .updateTable('users')
    .set({ activationDeadline: nextActivationDeadline })
    .where('id', '=', userId)
    .where('activatedAt', 'is', null)
    .execute();
};

export const setUserDeactivated = async (
  transaction: Transaction,
  userId: string,
  deactivated: boolean,
): Promise<User> => {
  const row = await transaction
    .updateTable('users')
    .set((eb) => ({
      deactivatedAt: deactivated ? databaseNow : null,
      credentialsVersion: eb('credentialsVersion', '+', 1),
      updatedAt: databaseNow,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
  return toUser(row);
};

export const deleteUserRow = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction.deleteFrom('users').where('id', '=', userId).execute();
};

export interface ExpiredUser {
  readonly id: string;
  readonly tenantId: string;
}

/** Rows that somebody is just activating are locked and therefore left for the next time. */
export const deleteUnactivatedRows = async (transaction: Transaction, most: number): Promise<ExpiredUser[]> => {
  const { rows } = await sql<ExpiredUser>`
    DELETE FROM users WHERE id IN (
      SELECT id FROM users WHERE activated_at IS NULL AND activation_deadline < now()
      ORDER BY activation_deadline LIMIT ${most} FOR UPDATE SKIP LOCKED
    ) RETURNING id, tenant_id AS "tenantId"`.execute(transaction);
  return rows;
};
