import type { CompanyWithCounts } from '../../accounts/index.ts';
import type { CompanyInfo } from '../wire/companies.ts';
import { companyPath } from '../wire/links.ts';

export const toCompanyInfo = ({ company, counts }: CompanyWithCounts) =>
  ({
    name: company.name,
    url: company.url,
    usersUrl: `${companyPath(company.id)}/users`,
    addressLines: [...company.addressLines],
    id: company.id,
    city: company.city,
    country: company.country,
    customerId: company.customerId,
    countryCode: company.countryCode,
    zipCode: company.zipCode,
    '#employee': counts.members,
    domains: company.domains.join(','),
    email: company.email,
    '#requests': counts.requests,
    internalId: company.internalId,
    vat: company.vat,
  }) satisfies CompanyInfo;
