import { Type } from 'typebox';
import {
  changeProfile,
  findMissingTerms,
  findTenant,
  findUser,
  listCompaniesOfUser,
  readPasswordState,
} from '../../accounts/index.ts';
import { actingOf, type UserPrincipal, userOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { platformRoleSchema, profileChanges, toUser, userMembers } from '../users/user-schemas.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, nullable, time } from '../wire/schemas.ts';

const tag = 'Me';

const meSchema = Type.Object(
  {
    ...userMembers,
    tenantName: Type.String(),
    roles: Type.Array(platformRoleSchema),
    passwordChangedOn: nullable(time),
    termsToAccept: Type.Array(Type.Object({ id, title: Type.String(), version: Type.Integer() })),
  },
  { title: 'Me' },
);

const myCompanySchema = Type.Object({ id, name: Type.String(), administrator: Type.Boolean() }, { title: 'MyCompany' });

/** Of the signed-in user alone: there is no id in these paths. */
export const createProfileRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    tag,
    summary: 'Who is signed in, with roles and what is left to do.',
    rule: deps.rules.signedInUser,
    answers: { 200: { description: 'The signed-in user.', schema: meSchema } },
    handler: async ({ request }) => await describeMe(deps, userOf(request)),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/me',
    operationId: 'changeMe',
    tag,
    summary: 'Changes the own profile.',
    rule: deps.rules.signedInUser,
    body: profileChanges,
    answers: { 200: { description: 'The signed-in user.', schema: meSchema } },
    handler: async ({ body: changes, request }) => {
      const principal = userOf(request);
      const { userId, tenantId } = principal;
      const input = { userId, scope: { tenantId }, changes };
      await inTransaction(deps.database, (t) => changeProfile(t, actingOf(request), input));
      return await describeMe(deps, principal);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/me/companies',
    operationId: 'listMyCompanies',
    tag,
    summary: 'Companies that the signed-in user is a member of.',
    rule: deps.rules.signedInUser,
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of companies, by name.', schema: pageOf(myCompanySchema) } },
    handler: async ({ query, request }) => {
      const companies = await listCompaniesOfUser(deps.database, userOf(request));
      return cutPage(
        readPage(query),
        companies.map(({ company, administrator }) => ({ id: company.id, name: company.name, administrator })),
      );
    },
  }),
];

const describeMe = async ({ database }: RouteDeps, { userId, tenantId, roles }: UserPrincipal) => {
  const user = await findUser(database, { userId, scope: { tenantId } });
  const tenant = await findTenant(database, tenantId);
  const password = await readPasswordState(database, { userId });
  const missing = await findMissingTerms(database, { userId });
  return {
    ...toUser(user),
    tenantName: tenant.name,
    roles,
    passwordChangedOn: password?.changedAt ?? null,
    termsToAccept: missing.map(({ terms }) => ({ id: terms.id, title: terms.title, version: terms.version })),
  };
};
