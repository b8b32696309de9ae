import { type Selectable, sql } from 'kysely';
import type { Handle, Tables, Transaction } from '../../platform/database/index.ts';
import { type NamePage, startsWithPattern } from '../name-page.ts';
import { type TenantScope, tenantOf } from '../tenant-scope.ts';

export type Company = Readonly<Selectable<Tables['companies']>>;

export type CompanyFields = Omit<Company, 'id' | 'tenantId' | 'nameKey' | 'createdAt' | 'updatedAt' | 'revision'>;

export const insertCompany = async (
  transaction: Transaction,
  company: { readonly tenantId: string } & Partial<CompanyFields> & Pick<CompanyFields, 'name'>,
): Promise<Company> =>
  await transaction.insertInto('companies').values(company).returningAll().executeTakeFirstOrThrow();

export const selectCompany = async (
  handle: Handle,
  companyId: string,
  scope: TenantScope,
): Promise<Company | undefined> => {
  const tenantId = tenantOf(scope);
  return await handle
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId))
    .executeTakeFirst();
};

export const updateCompany = async (
  transaction: Transaction,
  companyId: string,
  scope: TenantScope,
  changes: Partial<CompanyFields>,
): Promise<Company | undefined> => {
  const tenantId = tenantOf(scope);
  return await transaction
    .updateTable('companies')
    .set((eb) => ({ ...changes, updatedAt: sql<Date>`now()`, revision: eb('revision', '+', 1) }))
    .where('id', '=', companyId)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId))
    .returningAll()
    .executeTakeFirst();
};

export const deleteCompanyRow = async (
  transaction: Transaction,
  companyId: string,
  scope: TenantScope,
): Promise<Company | undefined> => {
  const tenantId = tenantOf(scope);
  return await transaction
    .deleteFrom('companies')
    .where('id', '=', companyId)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId))
    .returningAll()
    .executeTakeFirst();
};

export interface CompanyFilter {
  readonly scope: TenantScope;
  /** The beginning of the name, in any case. */
  readonly search?: string | undefined;
}

export const selectCompanies = async (handle: Handle, filter: CompanyFilter & NamePage): Promise<Company[]> => {
  const tenantId = tenantOf(filter.scope);
  const { search, after, skip } = filter;
  let query = handle.selectFrom('companies').selectAll().orderBy('nameKey').orderBy('id').limit(filter.limit);
  if (tenantId !== null) query = query.where('tenantId', '=', tenantId);
  if (search !== undefined) query = query.where('nameKey', 'like', sql<string>`lower(${startsWithPattern(search)})`);
  if (after !== undefined) query = query.where(sql<boolean>`(name_key, id) > (${after.nameKey}, ${after.id}::uuid)`);
  if (skip !== undefined) query = query.offset(skip);
  return await query.execute();
};

export const countCompanies = async (handle: Handle, { scope, search }: CompanyFilter): Promise<number> => {
  const tenantId = tenantOf(scope);
  let query = handle.selectFrom('companies').select(sql<number>`count(*)::int`.as('count'));
  if (tenantId !== null) query = query.where('tenantId', '=', tenantId);
  if (search !== undefined) query = query.where('nameKey', 'like', sql<string>`lower(${startsWithPattern(search)})`);
  return (await query.executeTakeFirstOrThrow()).count;
};
