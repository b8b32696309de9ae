import { Type } from 'typebox';
import {
  type ApplicationSummary,
  applicationNotFound,
  applicationType,
  clientTypes,
  countApplications,
  deleteApplication,
  findApplication,
  listApplications,
  readApplication,
  setApplicationDisabled,
  upsertApplication,
} from '../../identity/applications/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import { findResourceGroup } from '../../identity/services/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, noContent, nullable, pathIds, searchParameter, time } from '../wire/schemas.ts';
import { selectResourcePlace } from './resource-place-store.ts';
import { applicationSchema, resourceChanges, resourceQuery, toResource } from './resource-schemas.ts';

const tag = 'Applications';

const summarySchema = Type.Object(
  {
    id,
    name: Type.String(),
    projectId: id,
    resourceGroupId: id,
    sku: Type.String(),
    clientType: Type.Enum([...clientTypes]),
    isApi: Type.Boolean(),
    applicationUrl: nullable(Type.String()),
    tags: Type.Array(Type.String()),
    locked: Type.Boolean(),
    disabled: Type.Boolean(),
    updatedOn: time,
  },
  { title: 'ApplicationSummary' },
);

const toSummary = ({ updatedAt, nameKey: _, tenantId: __, revision: ___, ...summary }: ApplicationSummary) => ({
  ...summary,
  updatedOn: updatedAt,
});

/** Applications are made by deployments; people read, edit, disable and delete them (contract A16, A17). */
export const createApplicationRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/applications',
    operationId: 'listApplications',
    tag,
    summary: 'Applications of a project.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId'),
    query: Type.Object({ ...pageQuery, ...resourceQuery, search: searchParameter }),
    answers: { 200: { description: 'A page of applications, by name.', schema: pageOf(summarySchema) } },
    handler: async ({ params, query }) => {
      const window = readPage(query);
      const filter = { scope: params, search: query.search, resourceGroupId: query.resourceGroupId };
      const applications = await listApplications(deps.database, { ...filter, ...window });
      return toPage(window, applications.map(toSummary), await countApplications(deps.database, filter));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/applications/{applicationId}',
    operationId: 'getApplication',
    tag,
    summary: 'An application in the words of a template, without its secrets and keys.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId', 'applicationId'),
    answers: { 200: { description: 'The application.', schema: applicationSchema } },
    handler: async ({ params: { projectId, applicationId } }) => {
      const input = { applicationId, scope: { projectId } };
      return toResource(await readApplication(deps.database, input), await findApplication(deps.database, input));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/projects/{projectId}/applications/{applicationId}',
    operationId: 'changeApplication',
    tag,
    summary: 'Changes an application.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'applicationId'),
    body: resourceChanges,
    answers: { 200: { description: 'The application.', schema: applicationSchema } },
    handler: async ({ params: { projectId, applicationId }, body, request }) =>
      await inTransaction(deps.database, async (transaction) => {
        const where = { projectId, resourceId: applicationId, resourceType: applicationType };
        const place = await selectResourcePlace(transaction, where);
        if (place === undefined) throw applicationNotFound();
        const group = await findResourceGroup(transaction, { projectId, groupId: place.resourceGroupId });
        const input = { group, resource: { ...body, name: place.name }, through: 'portal' as const };
        const { warnings } = await upsertApplication(transaction, deps, actingOf(request), input);
        // Read again: what the change gives holds secrets and keys.
        const which = { applicationId, scope: { projectId } };
        const changed = await readApplication(transaction, which);
        return toResource(changed, await findApplication(transaction, which), warnings);
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/{projectId}/applications/{applicationId}',
    operationId: 'deleteApplication',
    tag,
    summary: 'Deletes an application with its secrets, keys, sign-ins and tokens.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId', 'applicationId'),
    answers: { 204: noContent },
    handler: async ({ params: { projectId, applicationId }, request }) => {
      const input = { applicationId, scope: { projectId } };
      await inTransaction(deps.database, (t) => deleteApplication(t, actingOf(request), input));
    },
  }),
  ...(['disable', 'enable'] as const).map((verb) =>
    defineRoute({
      method: 'POST',
      path: `/projects/{projectId}/applications/{applicationId}/${verb}`,
      operationId: `${verb}Application`,
      tag,
      summary:
        verb === 'disable'
          ? 'Signs nobody in any more; keys and tokens of the application end at once.'
          : 'Lets a disabled application work again; tokens from before stay dead.',
      rule: deps.rules.projectMember('owner'),
      params: pathIds('projectId', 'applicationId'),
      answers: { 204: noContent },
      handler: async ({ params: { projectId, applicationId }, request }) => {
        const input = { applicationId, scope: { projectId }, disabled: verb === 'disable' };
        await inTransaction(deps.database, (t) => setApplicationDisabled(t, actingOf(request), input));
      },
    }),
  ),
];
