import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { selectCompany } from './company-store.ts';
import { companyNotFound } from './find-company.ts';
import { deleteMembership } from './membership-store.ts';

/** Removing somebody who is no member changes nothing. */
export const removeMembership = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly companyId: string; readonly userId: string; readonly scope: TenantScope },
): Promise<void> => {
  const company = await selectCompany(transaction, input.companyId, input.scope);
  if (company === undefined) throw companyNotFound();
  if (!(await deleteMembership(transaction, company.id, input.userId))) return;
  await recordAudit(transaction, {
    ...acting,
    action: 'company.membership-removed',
    target: { kind: 'company', id: company.id },
    tenantId: company.tenantId,
    details: { userId: input.userId },
  });
  await publish(transaction, 'credential', input.userId);
};
