import { Type } from 'typebox';
import { actingOf } from '../../identity/authenticate/index.ts';
import {
  countServices,
  deleteService,
  findResourceGroup,
  findService,
  listServices,
  readService,
  type ServiceDeps,
  type ServiceSummary,
  serviceNotFound,
  serviceType,
  upsertService,
} from '../../identity/services/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, noContent, nullable, pathIds, searchParameter, time } from '../wire/schemas.ts';
import { selectResourcePlace } from './resource-place-store.ts';
import { resourceChanges, resourceQuery, serviceSchema, toResource } from './resource-schemas.ts';

const tag = 'Services';

const summarySchema = Type.Object(
  {
    id,
    name: Type.String(),
    projectId: id,
    resourceGroupId: id,
    shortDescription: Type.String(),
    serviceUrl: nullable(Type.String()),
    visible: Type.Boolean(),
    productionService: Type.Boolean(),
    parentServiceId: nullable(id),
    tags: Type.Array(Type.String()),
    locked: Type.Boolean(),
    updatedOn: time,
  },
  { title: 'ServiceSummary' },
);

const toSummary = ({ updatedAt, nameKey: _, tenantId: __, revision: ___, ...summary }: ServiceSummary) => ({
  ...summary,
  updatedOn: updatedAt,
});

/** Services are made by deployments; people read, edit and delete them (contract A15, A17). */
export const createServiceRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/services',
    operationId: 'listServices',
    tag,
    summary: 'Services of a project.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId'),
    query: Type.Object({ ...pageQuery, ...resourceQuery, search: searchParameter }),
    answers: { 200: { description: 'A page of services, by name.', schema: pageOf(summarySchema) } },
    handler: async ({ params, query }) => {
      const window = readPage(query);
      const filter = { scope: params, search: query.search, resourceGroupId: query.resourceGroupId };
      const services = await listServices(deps.database, { ...filter, ...window });
      return toPage(window, services.map(toSummary), await countServices(deps.database, filter));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/services/{serviceId}',
    operationId: 'getService',
    tag,
    summary: 'A service in the words of a template.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId', 'serviceId'),
    answers: { 200: { description: 'The service.', schema: serviceSchema } },
    handler: async ({ params: { projectId, serviceId } }) => {
      const input = { serviceId, scope: { projectId } };
      return toResource(await readService(deps.database, input), await findService(deps.database, input));
    },
  }),
  ...(deps.countSubscribersOfLevel === undefined ? [] : [changeRoute(deps, deps.countSubscribersOfLevel)]),
  defineRoute({
    method: 'DELETE',
    path: '/projects/{projectId}/services/{serviceId}',
    operationId: 'deleteService',
    tag,
    summary: 'Deletes a service that has no child services.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId', 'serviceId'),
    answers: { 204: noContent },
    handler: async ({ params: { projectId, serviceId }, request }) => {
      const input = { serviceId, scope: { projectId } };
      await inTransaction(deps.longWork, (t) => deleteService(t, actingOf(request), input));
    },
  }),
];

const changeRoute = (deps: RouteDeps, countSubscribersOfLevel: ServiceDeps['countSubscribersOfLevel']): AnyRoute =>
  defineRoute({
    method: 'PATCH',
    path: '/projects/{projectId}/services/{serviceId}',
    operationId: 'changeService',
    tag,
    summary: 'Changes a service.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'serviceId'),
    body: resourceChanges,
    answers: { 200: { description: 'The service.', schema: serviceSchema } },
    handler: async ({ params: { projectId, serviceId }, body, request }) =>
      await inTransaction(deps.database, async (transaction) => {
        const where = { projectId, resourceId: serviceId, resourceType: serviceType };
        const place = await selectResourcePlace(transaction, where);
        if (place === undefined) throw serviceNotFound();
        const group = await findResourceGroup(transaction, { projectId, groupId: place.resourceGroupId });
        const input = { group, resource: { ...body, name: place.name }, through: 'portal' as const };
        const { resource, warnings } = await upsertService(
          transaction,
          { countSubscribersOfLevel },
          actingOf(request),
          input,
        );
        return toResource(resource, await findService(transaction, { serviceId, scope: { projectId } }), warnings);
      }),
  });
