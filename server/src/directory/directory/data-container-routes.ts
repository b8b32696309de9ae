import { Type } from 'typebox';
import { actingOf } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { servicePath } from '../wire/links.ts';
import { ItemReference } from '../wire/references.ts';
import { tenantHeader } from '../wire/tenant-header.ts';
import { type DataContainer, selectDataContainers } from './data-container-store.ts';
import { deleteDataContainer } from './delete-data-container.ts';
import { directoryTenant } from './directory-tenant.ts';
import { findDirectoryService } from './find-directory-service.ts';
import { clientsMustNot, optionsTag } from './option-words.ts';
import { setDataContainer } from './set-data-container.ts';

const uuid = Type.String({ format: 'uuid' });
const params = Type.Object({ serviceId: uuid, id: uuid });
const headers = Type.Object(tenantHeader);

const toItemReference = (serviceId: string, container: DataContainer) =>
  ({
    name: container.name,
    id: container.id,
    description: container.description,
    identity: `${servicePath(serviceId)}/datacontainers/${container.id}`,
  }) satisfies ItemReference;

export interface DataContainerRules {
  readonly read: Rule;
  readonly write: Rule;
}

export const dataContainerRoutes = (deps: DirectoryDeps, rules: DataContainerRules): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/directory/services/{serviceId}/datacontainers',
    operationId: 'getDataContainers',
    tag: optionsTag,
    summary: 'Data containers of a service',
    description: clientsMustNot,
    rule: rules.read,
    params: Type.Object({ serviceId: uuid }),
    headers,
    answers: { 200: { description: 'The data containers, by name.', schema: Type.Array(ItemReference) } },
    handler: async ({ params: { serviceId }, headers: { tenantId }, request }) => {
      const tenant = directoryTenant(request, tenantId);
      const service = await findDirectoryService(deps.database, { serviceId, tenantId: tenant });
      const containers = await selectDataContainers(deps.database, service.id);
      return containers.map((container) => toItemReference(service.id, container));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/directory/services/{serviceId}/datacontainers/{id}',
    operationId: 'putDataContainer',
    tag: optionsTag,
    summary: 'Add or rename a data container',
    description: clientsMustNot,
    rule: rules.write,
    params,
    query: Type.Object({ name: Type.String({ description: 'The name of the data container.' }) }),
    headers,
    answers: { 200: { description: 'The data container.', schema: ItemReference } },
    handler: async ({ params: { serviceId, id }, query: { name }, headers: { tenantId }, request }) => {
      const input = { serviceId, tenantId: directoryTenant(request, tenantId), containerId: id.toLowerCase(), name };
      const work = async () =>
        await inTransaction(deps.database, async (t) => await setDataContainer(t, actingOf(request), input));
      return toItemReference(serviceId.toLowerCase(), await work());
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/directory/services/{serviceId}/datacontainers/{id}',
    operationId: 'deleteDataContainer',
    tag: optionsTag,
    summary: 'Remove a data container',
    description: clientsMustNot,
    rule: rules.write,
    params,
    headers,
    answers: { 204: { description: 'Removed.' } },
    handler: async ({ params: { serviceId, id }, headers: { tenantId }, request }) => {
      const input = { serviceId, tenantId: directoryTenant(request, tenantId), containerId: id.toLowerCase() };
      await inTransaction(deps.database, async (t) => await deleteDataContainer(t, actingOf(request), input));
    },
  }),
];
