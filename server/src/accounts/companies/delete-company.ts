import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { deleteCompanyRow } from './company-store.ts';
import { companyNotFound } from './find-company.ts';

/** Its members stay users; only their memberships go. */
export const deleteCompany = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly companyId: string; readonly scope: TenantScope },
): Promise<void> => {
  const company = await deleteCompanyRow(transaction, input.companyId, input.scope);
  if (company === undefined) throw companyNotFound();
  await recordAudit(transaction, {
    ...acting,
    action: 'company.deleted',
    target: { kind: 'company', id: company.id },
    tenantId: company.tenantId,
    details: { name: company.name },
  });
};
