import { Type } from 'typebox';
import {
  changeTenant,
  countTenants,
  createTenant,
  findTenant,
  listTenants,
  type Tenant,
} from '../../accounts/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, idempotencyHeaders, nullable, pathIds, searchParameter, text, time } from '../wire/schemas.ts';

const tag = 'Tenants';

const tenantSchema = Type.Object(
  {
    id,
    name: Type.String(),
    description: Type.String(),
    secondFactorRequired: Type.Boolean(),
    createdOn: time,
    updatedOn: time,
    deactivatedOn: nullable(time),
  },
  { title: 'Tenant' },
);

const toTenant = (tenant: Tenant) => ({
  id: tenant.id,
  name: tenant.name,
  description: tenant.description,
  secondFactorRequired: tenant.secondFactorRequired,
  createdOn: tenant.createdAt,
  updatedOn: tenant.updatedAt,
  deactivatedOn: tenant.deactivatedAt,
});

export const createTenantRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/tenants',
    operationId: 'listTenants',
    tag,
    summary: 'Tenants of the installation.',
    rule: deps.rules.platformAdministrator,
    query: Type.Object({ ...pageQuery, search: searchParameter }),
    answers: { 200: { description: 'A page of tenants, by name.', schema: pageOf(tenantSchema) } },
    handler: async ({ query }) => {
      const window = readPage(query);
      const tenants = await listTenants(deps.database, { ...window, search: query.search });
      return toPage(window, tenants.map(toTenant), await countTenants(deps.database, query.search));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/tenants',
    operationId: 'createTenant',
    tag,
    summary: 'Makes a tenant.',
    rule: deps.rules.platformAdministrator,
    headers: idempotencyHeaders,
    body: Type.Object({ name: text(200), description: Type.Optional(text(2_000)) }, { title: 'NewTenant' }),
    answers: {
      201: { description: 'The tenant.', schema: tenantSchema, headers: { Location: 'Address of the tenant.' } },
    },
    handler: async (input) =>
      await createOnce(
        deps,
        input,
        async (transaction) => toTenant(await createTenant(transaction, actingOf(input.request), input.body)),
        (tenant) => `/portal/v1/tenants/${tenant.id}`,
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/tenants/{tenantId}',
    operationId: 'getTenant',
    tag,
    summary: 'A tenant.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('tenantId'),
    answers: { 200: { description: 'The tenant.', schema: tenantSchema } },
    handler: async ({ params }) => toTenant(await findTenant(deps.database, params.tenantId)),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/tenants/{tenantId}',
    operationId: 'changeTenant',
    tag,
    summary: 'Changes a tenant. Nobody of a deactivated tenant gets in any more.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('tenantId'),
    body: Type.Object(
      {
        name: Type.Optional(text(200)),
        description: Type.Optional(text(2_000)),
        secondFactorRequired: Type.Optional(Type.Boolean()),
        deactivated: Type.Optional(Type.Boolean()),
      },
      { title: 'TenantChanges', description: 'Absent members stay as they are.' },
    ),
    answers: { 200: { description: 'The tenant.', schema: tenantSchema } },
    handler: async ({ params, body, request }) =>
      toTenant(await inTransaction(deps.database, (t) => changeTenant(t, actingOf(request), { ...params, ...body }))),
  }),
];
