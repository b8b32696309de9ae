import { Type } from 'typebox';
import {
  changeCompany,
  countCompanies,
  createCompany,
  deleteCompany,
  findCompany,
  listCompanies,
} from '../../accounts/index.ts';
import { actingOf, tokenPrincipalOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, idempotencyHeaders, noContent, pathIds, searchParameter } from '../wire/schemas.ts';
import { scopeOf } from '../wire/tenant-scope.ts';
import { companyChanges, companySchema, newCompany, toCompany } from './company-schemas.ts';

const tag = 'Companies';

/** Read by directory readers of the tenant, changed by platform administrators. */
export const createCompanyRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/companies',
    operationId: 'listCompanies',
    tag,
    summary: 'Companies of the tenant; of all tenants for platform administrators.',
    rule: deps.rules.directoryReader,
    query: Type.Object({ ...pageQuery, search: searchParameter, tenantId: Type.Optional(id) }),
    answers: { 200: { description: 'A page of companies, by name.', schema: pageOf(companySchema) } },
    handler: async ({ query, request }) => {
      const window = readPage(query);
      const filter = { scope: scopeOf(tokenPrincipalOf(request), query.tenantId), search: query.search };
      const companies = await listCompanies(deps.database, { ...filter, ...window });
      return toPage(window, companies.map(toCompany), await countCompanies(deps.database, filter));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/companies',
    operationId: 'createCompany',
    tag,
    summary: 'Makes a company.',
    rule: deps.rules.platformAdministrator,
    headers: idempotencyHeaders,
    body: newCompany,
    answers: {
      201: { description: 'The company.', schema: companySchema, headers: { Location: 'Address of the company.' } },
    },
    handler: async (input) =>
      await createOnce(
        deps,
        input,
        async (transaction) => {
          const { tenantId = tokenPrincipalOf(input.request).tenantId, ...company } = input.body;
          return toCompany(await createCompany(transaction, actingOf(input.request), { tenantId, company }));
        },
        (company) => `/portal/v1/companies/${company.id}`,
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/companies/{companyId}',
    operationId: 'getCompany',
    tag,
    summary: 'A company, with the numbers of its members and of those who ask to become one.',
    rule: deps.rules.directoryReader,
    params: pathIds('companyId'),
    answers: { 200: { description: 'The company.', schema: companySchema } },
    handler: async ({ params, request }) => {
      const scope = scopeOf(tokenPrincipalOf(request));
      const { company, counts } = await findCompany(deps.database, { ...params, scope });
      return { ...toCompany(company), memberCount: counts.members, requestCount: counts.requests };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/companies/{companyId}',
    operationId: 'changeCompany',
    tag,
    summary: 'Changes a company.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('companyId'),
    body: companyChanges,
    answers: { 200: { description: 'The company.', schema: companySchema } },
    handler: async ({ params, body: changes, request }) => {
      const scope = scopeOf(tokenPrincipalOf(request));
      const input = { ...params, scope, changes };
      return toCompany(await inTransaction(deps.database, (t) => changeCompany(t, actingOf(request), input)));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/companies/{companyId}',
    operationId: 'deleteCompany',
    tag,
    summary: 'Deletes a company; its members stay users.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('companyId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)) };
      await inTransaction(deps.database, (t) => deleteCompany(t, actingOf(request), input));
    },
  }),
];
