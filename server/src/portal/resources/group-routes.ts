import { Type } from 'typebox';
import { actingOf } from '../../identity/authenticate/index.ts';
import {
  changeResourceGroup,
  countGroups,
  deleteResourceGroup,
  findResourceGroup,
  listResourceGroups,
  type ResourceGroup,
} from '../../identity/services/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, noContent, nullable, pathIds, searchParameter, text, time } from '../wire/schemas.ts';

const tag = 'Resource groups';

const groupSchema = Type.Object(
  {
    id,
    projectId: id,
    name: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    isProduction: Type.Boolean(),
    locked: Type.Boolean(),
    createdOn: time,
    createdBy: nullable(id),
    updatedOn: time,
    lastDeploymentId: nullable(id),
  },
  { title: 'ResourceGroup' },
);

const toGroup = (group: ResourceGroup) => ({
  id: group.id,
  projectId: group.projectId,
  name: group.name,
  description: group.description,
  tags: group.tags,
  isProduction: group.isProduction,
  locked: group.locked,
  createdOn: group.createdAt,
  createdBy: group.createdBy,
  updatedOn: group.updatedAt,
  lastDeploymentId: group.lastDeploymentId,
});

/** Groups are made by deployments; people name, tag, lock and delete them (contract A17). */
export const createGroupRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/resource-groups',
    operationId: 'listResourceGroups',
    tag,
    summary: 'Resource groups of a project.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId'),
    query: Type.Object({ ...pageQuery, search: searchParameter }),
    answers: { 200: { description: 'A page of groups, by name.', schema: pageOf(groupSchema) } },
    handler: async ({ params, query }) => {
      const window = readPage(query);
      const filter = { ...params, search: query.search };
      const groups = await listResourceGroups(deps.database, { ...filter, ...window });
      return toPage(window, groups.map(toGroup), await countGroups(deps.database, filter));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/resource-groups/{groupId}',
    operationId: 'getResourceGroup',
    tag,
    summary: 'A resource group.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId', 'groupId'),
    answers: { 200: { description: 'The group.', schema: groupSchema } },
    handler: async ({ params }) => toGroup(await findResourceGroup(deps.database, params)),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/projects/{projectId}/resource-groups/{groupId}',
    operationId: 'changeResourceGroup',
    tag,
    summary: 'Changes a resource group. Of a locked one only the lock changes.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'groupId'),
    body: Type.Object(
      {
        name: Type.Optional(text(200)),
        description: Type.Optional(nullable(text(4_000))),
        tags: Type.Optional(nullable(Type.Array(text(100), { maxItems: 100 }))),
        isProduction: Type.Optional(Type.Boolean()),
        locked: Type.Optional(Type.Boolean()),
      },
      { title: 'ResourceGroupChanges', description: 'Absent members stay as they are; null clears.' },
    ),
    answers: { 200: { description: 'The group.', schema: groupSchema } },
    handler: async ({ params, body: changes, request }) => {
      const input = { ...params, changes };
      return toGroup(await inTransaction(deps.database, (t) => changeResourceGroup(t, actingOf(request), input)));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/{projectId}/resource-groups/{groupId}',
    operationId: 'deleteResourceGroup',
    tag,
    summary: 'Deletes a resource group that holds nothing any more.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId', 'groupId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      await inTransaction(deps.database, (t) => deleteResourceGroup(t, actingOf(request), params));
    },
  }),
];
