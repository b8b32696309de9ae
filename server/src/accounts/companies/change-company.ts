import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { type Company, updateCompany } from './company-store.ts';
import { companyNotFound } from './find-company.ts';
import { type CompanyInput, readCompany } from './read-company.ts';

export const changeCompany = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly companyId: string; readonly scope: TenantScope; readonly changes: CompanyInput },
): Promise<Company> => {
  const changes = readCompany(input.changes);
  const company = await updateCompany(transaction, input.companyId, input.scope, changes);
  if (company === undefined) throw companyNotFound();
  await recordAudit(transaction, {
    ...acting,
    action: 'company.changed',
    target: { kind: 'company', id: company.id },
    tenantId: company.tenantId,
    details: { members: Object.keys(changes) },
  });
  return company;
};
