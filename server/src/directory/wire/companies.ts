import { type Static, Type } from 'typebox';
import { int32, listOf, readOnlyText, text } from './members.ts';

export const CompanyReference = Type.Object(
  {
    identity: readOnlyText('Relative path to the details of the company.'),
    tenantType: text(),
    name: text(),
    id: text(),
    description: text(),
  },
  { title: 'CompanyReference' },
);
export type CompanyReference = Static<typeof CompanyReference>;

export const CompanyInfo = Type.Object(
  {
    name: text(),
    url: text(),
    usersUrl: text("Relative URL of the company's users."),
    addressLines: listOf(Type.String()),
    id: text(),
    city: text(),
    country: text(),
    customerId: text(),
    countryCode: text(),
    zipCode: text(),
    '#employee': int32('How many users belong to the company.'),
    domains: text('Mail domains of the company, separated by commas.'),
    email: text(),
    '#requests': int32('How many users have asked to belong to the company.'),
    internalId: text(),
    vat: text(),
  },
  { title: 'CompanyInfo' },
);
export type CompanyInfo = Static<typeof CompanyInfo>;
