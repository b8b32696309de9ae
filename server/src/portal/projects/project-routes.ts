import { Type } from 'typebox';
import {
  changeProject,
  countProjects,
  createProject,
  deleteProject,
  listProjects,
  type ProjectFilter,
} from '../../accounts/index.ts';
import {
  actingOf,
  openedProjectOf,
  projectCallerOf,
  tokenPrincipalOf,
  userOf,
} from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { idempotencyHeaders, noContent, pathIds, searchParameter } from '../wire/schemas.ts';
import { selectOwnRoles } from './own-role-store.ts';
import { newProject, projectChanges, projectSchema, toProject } from './project-schemas.ts';

const tag = 'Projects';

/** Contract P3, P4. */
export const createProjectRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/projects',
    operationId: 'listProjects',
    tag,
    summary: 'Projects that the caller is a member of; all of them for platform administrators.',
    rule: deps.rules.anyCaller,
    query: Type.Object({
      ...pageQuery,
      search: searchParameter,
      mine: Type.Optional(Type.Boolean({ description: 'Only those that the caller is a member of.' })),
    }),
    answers: { 200: { description: 'A page of projects, by name.', schema: pageOf(projectSchema) } },
    handler: async ({ query, request }) => {
      const { userId, administrator } = projectCallerOf(tokenPrincipalOf(request));
      const window = readPage(query);
      const filter: ProjectFilter = {
        memberId: administrator && query.mine !== true ? 'everybody' : userId,
        search: query.search,
      };
      const projects = await listProjects(deps.database, { ...filter, ...window });
      const ids = projects.map((project) => project.id);
      const roles = await selectOwnRoles(deps.database, userId, ids);
      const page = projects.map((project) => toProject(project, roles.get(project.id)));
      return toPage(window, page, await countProjects(deps.database, filter));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects',
    operationId: 'createProject',
    tag,
    summary: 'Makes a project, which the caller then owns.',
    rule: deps.rules.signedInUser,
    headers: idempotencyHeaders,
    body: newProject,
    answers: {
      201: { description: 'The project.', schema: projectSchema, headers: { Location: 'Address of the project.' } },
    },
    handler: async (input) =>
      await createOnce(
        deps,
        input,
        async (transaction) => {
          const { userId, tenantId } = userOf(input.request);
          const creator = { id: userId, tenantId };
          return toProject(
            await createProject(transaction, actingOf(input.request), { creator, ...input.body }),
            'owner',
          );
        },
        (project) => `/portal/v1/projects/${project.id}`,
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}',
    operationId: 'getProject',
    tag,
    summary: 'A project, with the role of the caller in it.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId'),
    answers: { 200: { description: 'The project.', schema: projectSchema } },
    handler: async ({ request }) => {
      const { project, role } = openedProjectOf(request);
      return toProject(project, role);
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/projects/{projectId}',
    operationId: 'changeProject',
    tag,
    summary: 'Renames or describes a project.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId'),
    body: projectChanges,
    answers: { 200: { description: 'The project.', schema: projectSchema } },
    handler: async ({ params, body, request }) => {
      const input = { projectId: params.projectId, ...body };
      const project = await inTransaction(deps.database, (t) => changeProject(t, actingOf(request), input));
      return toProject(project, openedProjectOf(request).role);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/{projectId}',
    operationId: 'deleteProject',
    tag,
    summary: 'Deletes a project that holds no resources any more; its automation tokens end at once.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      await inTransaction(deps.database, (t) => deleteProject(t, actingOf(request), params));
    },
  }),
];
