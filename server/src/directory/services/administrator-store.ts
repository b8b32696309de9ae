import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import type { ReferredUser } from '../wire/to-user-reference.ts';

export interface AdministratorRow extends ReferredUser {
  readonly serviceId: string;
}

/** Those who administer any of the services, by name, then id; once for each service. */
export const selectAdministrators = async (
  handle: Handle,
  page: { readonly serviceIds: readonly string[]; readonly skip: number; readonly limit: number },
): Promise<AdministratorRow[]> =>
  await handle
    .selectFrom('serviceAdministrators')
    .innerJoin('users', 'users.id', 'serviceAdministrators.userId')
    .select([
      'serviceAdministrators.serviceId',
      'users.id',
      'users.tenantId',
      'users.email',
      'users.displayName',
      sql<boolean>`users.activated_at IS NOT NULL`.as('activated'),
    ])
    .where('serviceAdministrators.serviceId', '=', sql<string>`ANY(${[...page.serviceIds]}::uuid[])`)
    .orderBy('users.displayNameKey')
    .orderBy('users.id')
    .orderBy('serviceAdministrators.serviceId')
    .offset(page.skip)
    .limit(page.limit)
    .execute();

export const isAdministratorOf = async (handle: Handle, serviceId: string, userId: string): Promise<boolean> => {
  const row = await handle
    .selectFrom('serviceAdministrators')
    .select('userId')
    .where('serviceId', '=', serviceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
};
