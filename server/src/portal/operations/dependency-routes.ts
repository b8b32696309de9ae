import { Type } from 'typebox';
import { actingOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, noContent, nullable, pathIds, text } from '../wire/schemas.ts';

const tag = 'Health dependencies';

const dependencySchema = Type.Object(
  {
    id,
    name: Type.String(),
    componentType: Type.String(),
    url: nullable(Type.String({ description: 'Where it reports; null for a service that does not say.' })),
    serviceId: nullable(id),
    critical: Type.Boolean({ description: 'Its failure is a failure of the platform (contract B16).' }),
    weight: Type.Integer({ minimum: 1, maximum: 3 }),
    affectedEndpoints: Type.Array(Type.String()),
  },
  { title: 'HealthDependency' },
);

/** Programs outside the platform whose health the platform reports with its own (contract B16). */
export const createDependencyRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/health-dependencies',
    operationId: 'listHealthDependencies',
    tag,
    summary: 'Dependencies whose health is watched.',
    rule: deps.rules.platformAdministrator,
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of dependencies, by name.', schema: pageOf(dependencySchema) } },
    handler: async ({ query }) => cutPage(readPage(query), await deps.directory.listDependencies(deps.database)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/health-dependencies',
    operationId: 'registerHealthDependency',
    tag,
    summary: 'Watches a dependency from now on; one of the same name is replaced.',
    rule: deps.rules.platformAdministrator,
    body: Type.Object(
      {
        name: text(100),
        url: Type.Optional(text(2_048, 'Where it reports its health; or `serviceId` in its place.')),
        serviceId: Type.Optional(id),
        componentType: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        critical: Type.Optional(Type.Boolean()),
        weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
        affectedEndpoints: Type.Optional(Type.Array(text(2_048), { maxItems: 50 })),
      },
      { title: 'NewHealthDependency' },
    ),
    answers: {
      200: { description: 'The id of the dependency.', schema: Type.Object({ id }, { title: 'RegisteredDependency' }) },
    },
    handler: async ({ body, request }) =>
      await inTransaction(deps.database, async (transaction) => ({
        id: await deps.directory.registerDependency(transaction, actingOf(request), body),
      })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/health-dependencies/{dependencyId}',
    operationId: 'removeHealthDependency',
    tag,
    summary: 'Watches a dependency no more.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('dependencyId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      await inTransaction(deps.database, (t) => deps.directory.removeDependency(t, actingOf(request), params));
    },
  }),
];
