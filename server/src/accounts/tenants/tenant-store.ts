import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import { type NamePage, startsWithPattern } from '../name-page.ts';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly description: string;
  readonly secondFactorRequired: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deactivatedAt: Date | null;
  readonly revision: number;
}

const columns = [
  'id',
  'name',
  'nameKey',
  'description',
  'secondFactorRequired',
  'createdAt',
  'updatedAt',
  'deactivatedAt',
  'revision',
] as const;

export const insertTenant = async (
  transaction: Transaction,
  tenant: { readonly name: string; readonly description: string },
): Promise<Tenant | undefined> =>
  await transaction
    .insertInto('tenants')
    .values(tenant)
    .onConflict((conflict) => conflict.constraint('tenants_name_unique').doNothing())
    .returning(columns)
    .executeTakeFirst();

export const selectTenant = async (handle: Handle, tenantId: string): Promise<Tenant | undefined> =>
  await handle.selectFrom('tenants').select(columns).where('id', '=', tenantId).executeTakeFirst();

export interface TenantChanges {
  readonly name?: string;
  readonly description?: string;
  readonly secondFactorRequired?: boolean;
  /** Nobody of a deactivated tenant signs in, and its automation tokens are refused. */
  readonly deactivated?: boolean;
}

export const updateTenant = async (
  transaction: Transaction,
  tenantId: string,
  changes: TenantChanges,
): Promise<Tenant | undefined> => {
  const { deactivated, ...fields } = changes;
  return await transaction
    .updateTable('tenants')
    .set((eb) => ({ ...fields, updatedAt: sql<Date>`now()`, revision: eb('revision', '+', 1) }))
    .$if(deactivated !== undefined, (query) =>
      query.set({ deactivatedAt: deactivated ? sql<Date>`coalesce(deactivated_at, now())` : null }),
    )
    .where('id', '=', tenantId)
    .returning(columns)
    .executeTakeFirst();
};

export const selectTenants = async (
  handle: Handle,
  page: NamePage & { readonly search?: string | undefined },
): Promise<Tenant[]> => {
  let query = handle.selectFrom('tenants').select(columns).orderBy('nameKey').orderBy('id').limit(page.limit);
  if (page.search !== undefined) {
    query = query.where('nameKey', 'like', sql<string>`lower(${startsWithPattern(page.search)})`);
  }
  if (page.after !== undefined) {
    query = query.where(sql<boolean>`(name_key, id) > (${page.after.nameKey}, ${page.after.id}::uuid)`);
  }
  if (page.skip !== undefined) query = query.offset(page.skip);
  return await query.execute();
};

export const countTenants = async (handle: Handle, search?: string): Promise<number> => {
  let query = handle.selectFrom('tenants').select(sql<number>`count(*)::int`.as('count'));
  if (search !== undefined) query = query.where('nameKey', 'like', sql<string>`lower(${startsWithPattern(search)})`);
  return (await query.executeTakeFirstOrThrow()).count;
};
