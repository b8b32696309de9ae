import { Type } from 'typebox';
import {
  findCompany,
  listCompanyMembers,
  membershipStates,
  removeMembership,
  setMembership,
} from '../../accounts/index.ts';
import { actingOf, tokenPrincipalOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, noContent, pathIds } from '../wire/schemas.ts';
import { scopeOf } from '../wire/tenant-scope.ts';

const tag = 'Company members';
const state = Type.Enum([...membershipStates]);

const memberSchema = Type.Object(
  { userId: id, displayName: Type.String(), email: Type.String(), state, administrator: Type.Boolean() },
  { title: 'CompanyMember' },
);

export const createCompanyMemberRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/companies/{companyId}/members',
    operationId: 'listCompanyMembers',
    tag,
    summary: 'Members of a company, or those who ask to become one.',
    rule: deps.rules.directoryReader,
    params: pathIds('companyId'),
    query: Type.Object({ ...pageQuery, state: Type.Optional(state) }),
    answers: { 200: { description: 'A page of members, by name.', schema: pageOf(memberSchema) } },
    handler: async ({ params, query, request }) => {
      const window = readPage(query);
      const wanted = query.state ?? 'member';
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)) };
      const members = await listCompanyMembers(deps.database, { ...input, ...window, state: wanted });
      const { counts } = await findCompany(deps.database, input);
      const result = members.map(({ user, ...membership }) => ({
        userId: user.id,
        displayName: user.displayName,
        email: user.email,
        ...membership,
      }));
      return toPage(window, result, wanted === 'member' ? counts.members : counts.requests);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/companies/{companyId}/members/{userId}',
    operationId: 'setCompanyMember',
    tag,
    summary: 'Makes a user of the tenant a member of the company, or changes the membership.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('companyId', 'userId'),
    body: Type.Object(
      { state: Type.Optional(state), administrator: Type.Optional(Type.Boolean()) },
      { title: 'CompanyMembership' },
    ),
    answers: { 204: noContent },
    handler: async ({ params, body, request }) => {
      const scope = scopeOf(tokenPrincipalOf(request));
      const membership = { state: body.state ?? 'member', administrator: body.administrator ?? false };
      const input = { ...params, scope, ...membership };
      await inTransaction(deps.database, (t) => setMembership(t, actingOf(request), input));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/companies/{companyId}/members/{userId}',
    operationId: 'removeCompanyMember',
    tag,
    summary: 'Ends a membership.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('companyId', 'userId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)) };
      await inTransaction(deps.database, (t) => removeMembership(t, actingOf(request), input));
    },
  }),
];
