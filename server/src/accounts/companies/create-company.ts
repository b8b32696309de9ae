import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import { type Company, insertCompany } from './company-store.ts';
import { type CompanyInput, readCompany } from './read-company.ts';

export const createCompany = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly tenantId: string; readonly company: CompanyInput & { readonly name: string } },
): Promise<Company> => {
  const { tenantId } = input;
  const { name = '', ...fields } = readCompany(input.company);
  const company = await insertCompany(transaction, { ...fields, name, tenantId });
  await recordAudit(transaction, {
    ...acting,
    action: 'company.created',
    target: { kind: 'company', id: company.id },
    tenantId,
    details: { name },
  });
  return company;
};
