import { Type } from 'typebox';
import type { Company } from '../../accounts/index.ts';
import { id, nullable, text, time } from '../wire/schemas.ts';

const optionalText = (most: number) => Type.Optional(nullable(text(most)));

/** Everything that may be said of a company; null or empty clears. */
const companyMembers = {
  description: optionalText(2_000),
  tenantType: optionalText(50),
  url: optionalText(2_048),
  addressLines: Type.Optional(nullable(Type.Array(text(200), { maxItems: 10 }))),
  city: optionalText(200),
  zipCode: optionalText(50),
  country: optionalText(200),
  countryCode: optionalText(3),
  customerId: optionalText(200),
  internalId: optionalText(200),
  vat: optionalText(50),
  email: optionalText(320),
  domains: Type.Optional(nullable(Type.Array(text(253), { maxItems: 100 }))),
};

export const newCompany = Type.Object(
  {
    tenantId: Type.Optional(Type.String({ format: 'uuid', description: "Default: the caller's own tenant." })),
    name: text(200),
    ...companyMembers,
  },
  { title: 'NewCompany' },
);

export const companyChanges = Type.Object(
  { name: Type.Optional(text(200)), ...companyMembers },
  { title: 'CompanyChanges', description: 'Absent members stay as they are.' },
);

export const companySchema = Type.Object(
  {
    id,
    tenantId: id,
    name: Type.String(),
    description: Type.String(),
    tenantType: nullable(Type.String()),
    url: nullable(Type.String()),
    addressLines: Type.Array(Type.String()),
    city: nullable(Type.String()),
    zipCode: nullable(Type.String()),
    country: nullable(Type.String()),
    countryCode: nullable(Type.String()),
    customerId: nullable(Type.String()),
    internalId: nullable(Type.String()),
    vat: nullable(Type.String()),
    email: nullable(Type.String()),
    domains: Type.Array(Type.String()),
    memberCount: Type.Optional(Type.Integer()),
    requestCount: Type.Optional(Type.Integer({ description: 'Users who ask to become members.' })),
    createdOn: time,
    updatedOn: time,
  },
  { title: 'Company' },
);

export const toCompany = ({ createdAt, updatedAt, nameKey: _, revision: __, ...company }: Company) => ({
  ...company,
  createdOn: createdAt,
  updatedOn: updatedAt,
});
