import type { CompanyReference } from './companies.ts';
import { companyPath } from './links.ts';

export interface ReferredCompany {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tenantType: string | null;
}

export const toCompanyReference = (company: ReferredCompany) =>
  ({
    identity: companyPath(company.id),
    tenantType: company.tenantType,
    name: company.name,
    id: company.id,
    description: company.description,
  }) satisfies CompanyReference;
