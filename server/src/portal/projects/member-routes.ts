import { type Static, Type } from 'typebox';
import {
  findUsersByEmail,
  listMembers,
  type Project,
  type ProjectMember,
  removeMember,
  setMember,
} from '../../accounts/index.ts';
import { actingOf, openedProjectOf } from '../../identity/authenticate/index.ts';
import { type Handle, inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, noContent, pathIds, time } from '../wire/schemas.ts';
import { roleSchema } from './project-schemas.ts';

const tag = 'Project members';

const memberSchema = Type.Object(
  { userId: id, displayName: Type.String(), email: Type.String(), role: roleSchema, since: time },
  { title: 'ProjectMember' },
);

const newMember = Type.Object(
  {
    userId: Type.Optional(id),
    email: Type.Optional(Type.String({ format: 'email' })),
    role: roleSchema,
  },
  { title: 'NewProjectMember', description: 'Somebody of the tenant of the project, by id or by e-mail address.' },
);

const toMember = ({ user, role, since }: ProjectMember) => ({
  userId: user.id,
  displayName: user.displayName,
  email: user.email,
  role,
  since,
});

export const createMemberRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/members',
    operationId: 'listProjectMembers',
    tag,
    summary: 'Members of a project with their roles.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId'),
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of members, by name.', schema: pageOf(memberSchema) } },
    handler: async ({ params, query }) =>
      cutPage(readPage(query), (await listMembers(deps.database, params)).map(toMember)),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/{projectId}/members',
    operationId: 'addProjectMember',
    tag,
    summary: 'Adds somebody of the tenant as a member, or changes the role.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId'),
    body: newMember,
    answers: { 200: { description: 'The member.', schema: memberSchema } },
    handler: async ({ body, request }) => {
      const { project } = openedProjectOf(request);
      const userId = await findCandidate(deps.database, project, body);
      return await assign(deps, request, project, userId, body.role);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/{projectId}/members/{userId}',
    operationId: 'setProjectMember',
    tag,
    summary: 'Makes somebody a member with this role, or changes the role.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId', 'userId'),
    body: Type.Object({ role: roleSchema }, { title: 'ProjectMemberRole' }),
    answers: { 200: { description: 'The member.', schema: memberSchema } },
    handler: async ({ params, body, request }) =>
      await assign(deps, request, openedProjectOf(request).project, params.userId, body.role),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/{projectId}/members/{userId}',
    operationId: 'removeProjectMember',
    tag,
    summary: 'Removes a member. A project keeps at least one owner.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId', 'userId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      await inTransaction(deps.database, (t) => removeMember(t, actingOf(request), params));
    },
  }),
];

/** One sentence for whoever cannot be found in the tenant of the project, wherever else they may be. */
const findCandidate = async (
  handle: Handle,
  { tenantId }: Project,
  { userId, email }: Static<typeof newMember>,
): Promise<string> => {
  if ((userId === undefined) === (email === undefined)) {
    throw new AppError('invalid', 'member.invalid', 'Give either userId or email.', {
      details: [{ in: 'body', path: '', message: 'Give either userId or email.' }],
    });
  }
  if (userId !== undefined) return userId;
  const [user] = await findUsersByEmail(handle, { email: email ?? '', scope: { tenantId } });
  if (user === undefined) throw new AppError('notFound', 'user.not-found', 'There is no such user.');
  return user.id;
};

const assign = async (
  deps: RouteDeps,
  request: Parameters<typeof actingOf>[0],
  project: Project,
  userId: string,
  role: ProjectMember['role'],
) =>
  await inTransaction(deps.database, async (transaction) => {
    await setMember(transaction, actingOf(request), { projectId: project.id, userId, role });
    const members = await listMembers(transaction, { projectId: project.id });
    const member = members.find(({ user }) => user.id === userId.toLowerCase());
    if (member === undefined) throw new Error('A member who was just set is not there.');
    return toMember(member);
  });
