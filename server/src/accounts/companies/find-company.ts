import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { type Company, selectCompany } from './company-store.ts';
import { countMembers, type MemberCounts } from './membership-store.ts';

export const companyNotFound = (): AppError =>
  new AppError('notFound', 'company.not-found', 'There is no such company.');

export interface CompanyWithCounts {
  readonly company: Company;
  readonly counts: MemberCounts;
}

/** A company of another tenant is not found (contract X2). */
export const findCompany = async (
  handle: Handle,
  input: { readonly companyId: string; readonly scope: TenantScope },
): Promise<CompanyWithCounts> => {
  const company = await selectCompany(handle, input.companyId, input.scope);
  if (company === undefined) throw companyNotFound();
  return { company, counts: await countMembers(handle, company.id) };
};
