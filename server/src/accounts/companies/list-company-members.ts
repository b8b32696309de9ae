import type { Handle } from '../../platform/database/index.ts';
import type { NamePage } from '../name-page.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { selectCompany } from './company-store.ts';
import { companyNotFound } from './find-company.ts';
import { type CompanyMember, type MembershipState, selectCompanyMembers } from './membership-store.ts';

export interface ListCompanyMembersInput extends NamePage {
  readonly companyId: string;
  readonly scope: TenantScope;
  readonly state?: MembershipState;
}

export const listCompanyMembers = async (handle: Handle, input: ListCompanyMembersInput): Promise<CompanyMember[]> => {
  const company = await selectCompany(handle, input.companyId, input.scope);
  if (company === undefined) throw companyNotFound();
  return await selectCompanyMembers(handle, company.id, input.state ?? 'member', input);
};
