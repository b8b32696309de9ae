import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { translateDatabaseError } from '../../../platform/database/index.ts';
import { serviceConstraintRules } from '../constraint-rules.ts';
import { useResourcesBench } from '../test/open-resources-bench.ts';
import { upsertService } from '../upsert-service.ts';
import { changeResourceGroup } from './change-resource-group.ts';
import { deleteResourceGroup } from './delete-resource-group.ts';
import { ensureResourceGroup } from './ensure-resource-group.ts';
import { findResourceGroup } from './find-resource-group.ts';
import { listResourceGroups } from './list-resource-groups.ts';
import { planResourceGroup } from './plan-resource-group.ts';
import { countGroups } from './resource-group-store.ts';

const bench = useResourcesBench();
const given = { name: 'Group one', description: 'For us', tags: ['a', 'b'], isProduction: true, locked: false };

const ensure = async (project: { id: string; tenantId: string }, resourceGroup: Record<string, unknown>) =>
  await bench().write((t) => ensureResourceGroup(t, bench().acting, { project, resourceGroup }));

test('a new name makes a group with everything that the template says', async () => {
  const { database, makeProject, auditOf } = bench();
  const project = await makeProject();
  const plan = await planResourceGroup(database, { project, resourceGroup: given });
  expect(plan).toMatchObject({ action: 'create', group: undefined });
  const { group, action, changes } = await ensure(project, given);
  expect(action).toBe('create');
  expect(changes).toEqual(plan.changes);
  expect(group).toMatchObject({ ...given, projectId: project.id, tenantId: project.tenantId, revision: 1 });
  expect(await findResourceGroup(database, { projectId: project.id, groupId: group.id })).toEqual(group);
  expect(await auditOf(group.id)).toEqual(['resource-group.created']);
});

test('a known name updates isProduction and locked only; saying nothing changes nothing', async () => {
  const { database, makeProject, auditOf } = bench();
  const project = await makeProject();
  const { group } = await ensure(project, given);
  const other = { name: 'Group one', description: 'Other', tags: ['c'], isProduction: false, locked: true };
  expect((await planResourceGroup(database, { project, resourceGroup: other })).changes).toEqual([
    { path: '/isProduction', before: true, after: false },
    { path: '/locked', before: false, after: true },
  ]);
  const changed = await ensure(project, other);
  expect(changed).toMatchObject({ action: 'update', group: { id: group.id, revision: 2 } });
  expect(changed.group).toMatchObject({ description: 'For us', tags: ['a', 'b'], isProduction: false, locked: true });
  for (const again of [other, { name: 'Group one' }]) {
    expect(await ensure(project, again)).toMatchObject({ action: 'noChange', changes: [], group: { revision: 2 } });
  }
  expect(await ensure(project, { name: 'Group one', locked: null })).toMatchObject({ group: { locked: false } });
  expect(await auditOf(group.id)).toHaveLength(3);
});

test('names differ by case and by project', async () => {
  const { makeProject } = bench();
  const [one, other] = [await makeProject(), await makeProject()];
  const groups = [
    await ensure(one, { name: 'Alpha' }),
    await ensure(one, { name: 'alpha' }),
    await ensure(other, { name: 'Alpha' }),
  ];
  expect(new Set(groups.map(({ group }) => group.id)).size).toBe(3);
});

test('all that is wrong is told at once, and unknown members are warned of', async () => {
  const { database, makeProject } = bench();
  const project = await makeProject();
  const wrong = { name: 'x', description: 7, tags: ['ok', 5], isProduction: 'no' };
  await expect(ensure(project, wrong)).rejects.toMatchObject({
    kind: 'invalid',
    code: 'resource-group.invalid',
    details: [{ path: '/name' }, { path: '/description' }, { path: '/tags/1' }, { path: '/isProduction' }],
  });
  const plan = await planResourceGroup(database, { project, resourceGroup: { name: 'Fine', isProd: true } });
  expect(plan.warnings).toEqual([{ path: '/isProd', message: 'isProd is not known and has no effect.' }]);
  const missing = ensure({ id: randomUUID(), tenantId: project.tenantId }, given).catch((error: unknown) => error);
  expect(translateDatabaseError(await missing, serviceConstraintRules)).toMatchObject({ code: 'project.not-found' });
});

test('of ten submissions that make the group at once one does, and the others can be repeated', async () => {
  const { makeProject } = bench();
  const project = await makeProject();
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => ensure(project, given)));
  const made = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.action === 'create');
  expect(made).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'resource-group.contended' });
  }
  expect(await ensure(project, given)).toMatchObject({ action: 'noChange' });
});

test('people edit everything; of a locked group only the lock', async () => {
  const { write, acting, makeProject } = bench();
  const project = await makeProject();
  const { group } = await ensure(project, given);
  const change = async (changes: Record<string, unknown>) =>
    await write((t) => changeResourceGroup(t, acting, { projectId: project.id, groupId: group.id, changes }));
  expect(await change({ name: 'Renamed', description: null, tags: ['z'] })).toMatchObject({
    name: 'Renamed',
    description: '',
    tags: ['z'],
    isProduction: true,
  });
  await change({ locked: true });
  await expect(change({ description: 'x' })).rejects.toMatchObject({ kind: 'locked', code: 'resource-group.locked' });
  await expect(change({ locked: false, description: 'x' })).rejects.toMatchObject({ kind: 'locked' });
  expect(await change({ description: '' })).toMatchObject({ locked: true });
  expect(await change({ locked: false })).toMatchObject({ locked: false });
  await expect(change({ name: '!' })).rejects.toMatchObject({ details: [{ path: '/name' }] });
  const other = await makeProject();
  const foreign = { projectId: other.id, groupId: group.id, changes: { description: 'x' } };
  await expect(write((t) => changeResourceGroup(t, acting, foreign))).rejects.toMatchObject({
    code: 'resource-group.not-found',
  });
  const { group: second } = await ensure(project, { name: 'Second' });
  const taken = { projectId: project.id, groupId: second.id, changes: { name: 'Renamed' } };
  const error = await write((t) => changeResourceGroup(t, acting, taken)).catch((thrown: unknown) => thrown);
  expect(translateDatabaseError(error, serviceConstraintRules)).toMatchObject({ code: 'resource-group.name-taken' });
});

test('an empty group goes; a locked or used one and one of another project stay', async () => {
  const { write, acting, database, makeProject, countSubscribersOfLevel, auditOf } = bench();
  const project = await makeProject();
  const { group } = await ensure(project, { name: 'Used', locked: true });
  const remove = async (projectId = project.id) =>
    await write((t) => deleteResourceGroup(t, acting, { projectId, groupId: group.id }));
  await expect(remove((await makeProject()).id)).rejects.toMatchObject({ code: 'resource-group.not-found' });
  await expect(remove()).rejects.toMatchObject({ code: 'resource-group.locked' });
  await ensure(project, { name: 'Used', locked: false });
  const resource = { name: 'Inside', sku: 'standard' };
  await write((t) => upsertService(t, { countSubscribersOfLevel }, acting, { group, resource }));
  await expect(remove()).rejects.toMatchObject({ kind: 'conflict', code: 'resource-group.in-use' });
  await database.deleteFrom('resources').where('resourceGroupId', '=', group.id).execute();
  await remove();
  await expect(remove()).rejects.toMatchObject({ kind: 'notFound' });
  expect((await auditOf(group.id)).at(-1)).toBe('resource-group.deleted');
});

test('lists are ordered by name and continue where they stopped', async () => {
  const { database, makeProject } = bench();
  const project = await makeProject();
  for (const name of ['Gamma', 'alpha', 'Beta', 'be%ta']) await ensure(project, { name: name.replace('%', '_') });
  const list = async (page: object) =>
    (await listResourceGroups(database, { projectId: project.id, limit: 2, ...page })).map(({ name }) => name);
  expect(await list({})).toEqual(['alpha', 'be_ta']);
  const [, last] = await listResourceGroups(database, { projectId: project.id, limit: 2 });
  expect(await list({ after: { nameKey: last?.nameKey ?? '', id: last?.id ?? '' } })).toEqual(['Beta', 'Gamma']);
  expect(await list({ skip: 3 })).toEqual(['Gamma']);
  expect(await list({ search: 'BE_' })).toEqual(['be_ta']);
  expect(await countGroups(database, { projectId: project.id, search: 'be' })).toBe(2);
});
