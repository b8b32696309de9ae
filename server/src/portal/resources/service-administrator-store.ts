import type { Handle, Transaction } from '../../platform/database/index.ts';

export interface ServiceAdministrator {
  readonly userId: string;
  readonly displayName: string;
  readonly email: string;
  readonly grantedAt: Date;
}

export const selectServiceAdministrators = async (handle: Handle, serviceId: string): Promise<ServiceAdministrator[]> =>
  await handle
    .selectFrom('serviceAdministrators')
    .innerJoin('users', 'users.id', 'serviceAdministrators.userId')
    .select(['users.id as userId', 'users.displayName', 'users.email', 'grantedAt'])
    .where('serviceId', '=', serviceId)
    .orderBy('users.displayNameKey')
    .orderBy('users.id')
    .execute();

/** False when the user administers the service already. */
export const insertServiceAdministrator = async (
  transaction: Transaction,
  grant: { readonly serviceId: string; readonly userId: string; readonly grantedBy: string | null },
): Promise<boolean> => {
  const row = await transaction
    .insertInto('serviceAdministrators')
    .values(grant)
    .onConflict((conflict) => conflict.columns(['serviceId', 'userId']).doNothing())
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
};

export const deleteServiceAdministrator = async (
  transaction: Transaction,
  serviceId: string,
  userId: string,
): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('serviceAdministrators')
    .where('serviceId', '=', serviceId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};
