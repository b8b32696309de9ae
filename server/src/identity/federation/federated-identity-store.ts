import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/index.ts';
import type { Federation } from './federation.ts';

/** The user who signed in as this subject before; notes that it happens again. */
export const takeFederatedIdentity = async (
  transaction: Transaction,
  federation: Pick<Federation, 'id'>,
  subject: string,
): Promise<string | undefined> => {
  const row = await transaction
    .updateTable('federatedIdentities')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('federationId', '=', federation.id)
    .where('subject', '=', subject)
    .returning('userId')
    .executeTakeFirst();
  return row?.userId;
};

/** Ties the subject to a user; false when another request was faster. */
export const insertFederatedIdentity = async (
  transaction: Transaction,
  input: {
    readonly federation: Pick<Federation, 'id' | 'tenantId'>;
    readonly userId: string;
    readonly subject: string;
  },
): Promise<boolean> => {
  const { federation, userId, subject } = input;
  const row = await transaction
    .insertInto('federatedIdentities')
    .values({
      federationId: federation.id,
      tenantId: federation.tenantId,
      userId,
      subject,
      lastUsedAt: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.constraint('federated_identities_subject_unique').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** True when the user is tied to another subject of the same issuer: then this is somebody else with the same address. */
export const hasOtherIdentity = async (
  transaction: Transaction,
  federation: Pick<Federation, 'id'>,
  userId: string,
): Promise<boolean> => {
  const row = await transaction
    .selectFrom('federatedIdentities')
    .select('id')
    .where('federationId', '=', federation.id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * The account is kept by the issuer from now on: it counts as activated, and a password that it had here opens nothing any
 * more. Otherwise whoever the organisation locks out could go on with it.
 */
export const handAccountOver = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction
    .updateTable('users')
    .set({
      managedAccount: true,
      activatedAt: sql<Date>`coalesce(activated_at, now())`,
      activationDeadline: null,
      emailVerifiedAt: sql<Date>`coalesce(email_verified_at, now())`,
    })
    .where('id', '=', userId)
    .execute();
  await transaction.deleteFrom('passwordCredentials').where('userId', '=', userId).execute();
};

/** Sessions, grants and refresh tokens of a user. */
export const deleteRecordsOfUser = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction.deleteFrom('oidcRecords').where('accountId', '=', userId).execute();
};
