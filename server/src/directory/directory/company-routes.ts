import { Type } from 'typebox';
import { findCompany, listCompanyMembers } from '../../accounts/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { pagingQuery } from '../../platform/http/wire/paging.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { CompanyInfo } from '../wire/companies.ts';
import { tenantHeader } from '../wire/tenant-header.ts';
import { toUserReference } from '../wire/to-user-reference.ts';
import { UserReference } from '../wire/users.ts';
import { directoryTenant } from './directory-tenant.ts';
import { clientsMustNot, optionsTag } from './option-words.ts';
import { pageHeaders, sendPage } from './send-page.ts';
import { toCompanyInfo } from './to-company-info.ts';

const params = Type.Object({ id: Type.String({ format: 'uuid' }) });
const headers = Type.Object(tenantHeader);

export const companyRoutes = (deps: DirectoryDeps, rule: Rule): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/directory/companies/{id}',
    operationId: 'getDirectoryCompany',
    tag: optionsTag,
    summary: 'A company',
    description: clientsMustNot,
    rule,
    params,
    headers,
    answers: { 200: { description: 'The company.', schema: CompanyInfo } },
    handler: async ({ params: { id }, headers: { tenantId }, request }) => {
      const scope = { tenantId: directoryTenant(request, tenantId) };
      return toCompanyInfo(await findCompany(deps.database, { companyId: id, scope }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/companies/{id}/users',
    operationId: 'getDirectoryCompanyUsers',
    tag: optionsTag,
    summary: 'Users of a company',
    description: clientsMustNot,
    rule,
    params,
    query: pagingQuery,
    headers,
    answers: { 200: { description: 'The users, by name.', schema: Type.Array(UserReference), headers: pageHeaders } },
    handler: async ({ params: { id }, query: { page, pageSize }, headers: { tenantId }, request, reply }) => {
      const members = await listCompanyMembers(deps.database, {
        companyId: id,
        scope: { tenantId: directoryTenant(request, tenantId) },
        limit: pageSize + 1,
        skip: page * pageSize,
      });
      const users = sendPage({ request, reply }, members, { page, pageSize, publicUrl: deps.publicUrl });
      return users.map(({ user }) => toUserReference(user));
    },
  }),
];
