import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { translateDatabaseError } from '../../platform/database/index.ts';
import { accountsConstraintRules } from '../constraint-rules.ts';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import type { User } from '../users/user.ts';
import { changeProject } from './change-project.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { issueAutomationToken } from './issue-automation-token.ts';
import { listMembers } from './list-members.ts';
import { listProjects } from './list-projects.ts';
import { openProject } from './open-project.ts';
import type { ProjectRole } from './project-role.ts';
import { countProjects } from './project-store.ts';
import { removeMember } from './remove-member.ts';
import { setMember } from './set-member.ts';

const bench = useAccountsBench();

const setUp = async (name = 'My project') => {
  const { write, acting, makeActiveUser, makeTenant } = bench();
  const tenantId = await makeTenant();
  const owner = await makeActiveUser({ displayName: 'Owner' }, tenantId);
  const project = await write((t) => createProject(t, acting, { creator: owner, name, description: 'For us' }));
  return { tenantId, owner, project };
};

const open = async (projectId: string, user: User, needs: ProjectRole, administrator = false) =>
  await openProject(bench().database, { projectId, caller: { userId: user.id, administrator }, needs });

test('whoever creates a project owns it', async () => {
  const { database, auditOf } = bench();
  const { project, owner, tenantId } = await setUp();
  expect(project).toMatchObject({ tenantId, name: 'My project', description: 'For us', createdBy: owner.id });
  expect(await open(project.id, owner, 'owner')).toEqual({ project, role: 'owner' });
  expect(await listMembers(database, { projectId: project.id })).toMatchObject([
    { user: { id: owner.id }, role: 'owner' },
  ]);
  expect(await auditOf(project.id)).toEqual(['project.created']);
});

test.each<[ProjectRole, ProjectRole, boolean]>([
  ['reader', 'reader', true],
  ['reader', 'contributor', false],
  ['contributor', 'contributor', true],
  ['contributor', 'owner', false],
  ['owner', 'owner', true],
])('a %s who needs to be %s: %s', async (role, needs, passes) => {
  const { write, acting, makeActiveUser } = bench();
  const { project, tenantId } = await setUp();
  const member = await makeActiveUser({}, tenantId);
  await write((t) => setMember(t, acting, { projectId: project.id, userId: member.id, role }));
  const opened = open(project.id, member, needs);
  if (passes) await expect(opened).resolves.toMatchObject({ role });
  else await expect(opened).rejects.toMatchObject({ kind: 'forbidden', code: 'project.role-too-low' });
});

test('to everybody else the project does not exist, platform administrators apart', async () => {
  const { makeActiveUser } = bench();
  const { project, tenantId } = await setUp();
  const [colleague, stranger] = [await makeActiveUser({}, tenantId), await makeActiveUser()];
  const answers = await Promise.all(
    [
      open(project.id, colleague, 'reader'),
      open(project.id, stranger, 'reader'),
      open(randomUUID(), stranger, 'reader'),
    ].map((attempt) =>
      attempt.catch((error: Error & { kind: string; code: string }) => [error.kind, error.code, error.message]),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toContain('project.not-found');
  await expect(open(project.id, stranger, 'owner', true)).resolves.toMatchObject({ role: 'owner' });
  await expect(open(randomUUID(), stranger, 'owner', true)).rejects.toMatchObject({ code: 'project.not-found' });
});

test('name and description change, absent ones stay', async () => {
  const { write, acting, auditOf } = bench();
  const { project } = await setUp();
  const changed = await write((t) => changeProject(t, acting, { projectId: project.id, name: 'Renamed' }));
  expect(changed).toMatchObject({ name: 'Renamed', description: 'For us', revision: project.revision + 1 });
  const unknown = { projectId: randomUUID(), name: 'X' };
  await expect(write((t) => changeProject(t, acting, unknown))).rejects.toMatchObject({ code: 'project.not-found' });
  await expect(write((t) => changeProject(t, acting, { projectId: project.id, name: '' }))).rejects.toMatchObject({
    code: 'name.invalid',
  });
  expect(await auditOf(project.id)).toEqual(['project.created', 'project.changed']);
});

test('members come from the tenant of the project only', async () => {
  const { write, acting, makeActiveUser } = bench();
  const { project } = await setUp();
  const stranger = await makeActiveUser();
  for (const userId of [stranger.id, randomUUID()]) {
    await expect(
      write((t) => setMember(t, acting, { projectId: project.id, userId, role: 'reader' })),
    ).rejects.toMatchObject({ code: 'user.not-found' });
  }
});

test('the last owner stays, however many leave at once; whoever goes is told to caches', async () => {
  const { write, acting, database, makeActiveUser, expectPublished } = bench();
  const { project, owner, tenantId } = await setUp();
  const projectId = project.id;
  const second = await makeActiveUser({}, tenantId);
  await write((t) => setMember(t, acting, { projectId, userId: second.id, role: 'owner' }));
  const outcomes = await Promise.allSettled([
    write((t) => removeMember(t, acting, { projectId, userId: owner.id })),
    write((t) => setMember(t, acting, { projectId, userId: second.id, role: 'reader' })),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const owners = (await listMembers(database, { projectId })).filter(({ role }) => role === 'owner');
  expect(owners).toHaveLength(1);
  const reader = await makeActiveUser({}, tenantId);
  await write((t) => setMember(t, acting, { projectId, userId: reader.id, role: 'reader' }));
  await expectPublished(reader.id, () => write((t) => removeMember(t, acting, { projectId, userId: reader.id })));
  await expect(open(projectId, reader, 'reader')).rejects.toMatchObject({ kind: 'notFound' });
  await expect(write((t) => removeMember(t, acting, { projectId, userId: reader.id }))).rejects.toMatchObject({
    code: 'project.member-not-found',
  });
});

test('lists show the projects of a member, and all to an administrator', async () => {
  const { write, acting, database } = bench();
  const mark = randomUUID();
  const { owner } = await setUp(`${mark} b`);
  await setUp(`${mark} c`);
  await write((t) => createProject(t, acting, { creator: owner, name: `${mark} A` }));
  const mine = await listProjects(database, { memberId: owner.id, limit: 10 });
  expect(mine.map(({ name }) => name)).toEqual([`${mark} A`, `${mark} b`]);
  const [first] = mine;
  const after = { nameKey: first?.nameKey ?? '', id: first?.id ?? '' };
  expect(await listProjects(database, { memberId: owner.id, limit: 10, after })).toHaveLength(1);
  expect(await countProjects(database, { memberId: owner.id })).toBe(2);
  const search = mark.toUpperCase();
  expect(await listProjects(database, { memberId: 'everybody', search, limit: 10 })).toHaveLength(3);
  expect(await countProjects(database, { memberId: 'everybody', search })).toBe(3);
});

test('a project goes with its members and tokens, which caches hear of', async () => {
  const { write, acting, database, expectPublished, auditOf } = bench();
  const { project, owner } = await setUp();
  const token = await write((t) => issueAutomationToken(t, acting, { project, name: 'CI', years: 1 }));
  await expectPublished(token.id, () => write((t) => deleteProject(t, acting, { projectId: project.id })));
  await expect(open(project.id, owner, 'reader')).rejects.toMatchObject({ kind: 'notFound' });
  expect(await listMembers(database, { projectId: project.id })).toEqual([]);
  await expect(write((t) => deleteProject(t, acting, { projectId: project.id }))).rejects.toMatchObject({
    kind: 'notFound',
  });
  expect(await auditOf(project.id)).toEqual(['project.created', 'project.deleted']);
});

test('a project that holds resources stays', async () => {
  const { write, acting } = bench();
  const { project, tenantId } = await setUp();
  await write(async (t) => {
    const group = await t
      .insertInto('resourceGroups')
      .values({ tenantId, projectId: project.id, name: 'Group' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const place = { tenantId, projectId: project.id, resourceGroupId: group.id };
    const kind = { resourceType: 'platform.service', sku: 'standard' };
    await t
      .insertInto('resources')
      .values({ ...place, ...kind, name: 'Service' })
      .execute();
  });
  const error = await write((t) => deleteProject(t, acting, { projectId: project.id })).catch((thrown) => thrown);
  expect(translateDatabaseError(error, accountsConstraintRules)).toMatchObject({
    kind: 'conflict',
    code: 'project.in-use',
  });
});
