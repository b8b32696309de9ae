import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { planService } from './plan-service.ts';
import { readService } from './read-service.ts';
import type { ResourceGroup } from './resources/resource-group-store.ts';
import { useResourcesBench } from './test/open-resources-bench.ts';
import { upsertService } from './upsert-service.ts';

const bench = useResourcesBench();
type Wire = Record<string, unknown>;

const service = (name: string, advanced: Wire = {}): Wire => ({ name, sections: { advanced } });
const upsert = async (group: ResourceGroup, resource: Wire, through: 'deployment' | 'portal' = 'deployment') =>
  await bench().write((t) => upsertService(t, bench(), bench().acting, { group, resource, through }));
const put = async (group: ResourceGroup, name: string, advanced: Wire = {}): Promise<string> =>
  (await upsert(group, service(name, advanced))).resource.id ?? '';
const plan = async (group: ResourceGroup, name: string, advanced: Wire = {}) =>
  await planService(bench().database, bench(), { group, resource: service(name, advanced) });

/** Parent and root of every service of the group, by name. */
const treeOf = async (group: ResourceGroup) => {
  const { rows } = await sql<{ name: string; parent: string | null; root: string }>`
    SELECT s.name, p.name AS parent, r.name AS root FROM services s
    JOIN resources x ON x.id = s.id AND x.resource_group_id = ${group.id}
    LEFT JOIN services p ON p.id = s.parent_service_id JOIN services r ON r.id = s.root_service_id
    ORDER BY s.name`.execute(bench().database);
  return Object.fromEntries(rows.map(({ name, parent, root }) => [name, `${parent ?? '-'} ${root}`]));
};

test('a child names its parent: the root follows, and both sides show it', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  const root = await put(group, 'Root');
  const middle = await put(group, 'Middle', { parentServiceId: root });
  const leaf = await put(group, 'Leaf', { parentServiceId: middle.toUpperCase() });
  expect(await treeOf(group)).toEqual({ Root: '- Root', Middle: 'Root Root', Leaf: 'Middle Root' });
  const read = await readService(database, { serviceId: middle, scope: 'everywhere' });
  expect(read.sections.advanced).toMatchObject({ parentServiceId: root, childServiceIds: [leaf] });
  // The usual empty list of a template does not take away what the child said.
  expect(await plan(group, 'Root', { parentServiceId: null, childServiceIds: [] })).toMatchObject({
    action: 'noChange',
    revision: 2,
  });
});

test('a parent lists its children, and what a child says as a matter of habit changes nothing', async () => {
  const { makeGroup, expectPublished } = bench();
  const group = await makeGroup();
  const habit = { parentServiceId: null, childServiceIds: [] };
  const leaf = await put(group, 'Leaf', habit);
  const [one, two] = [await put(group, 'Child one', { childServiceIds: [leaf] }), await put(group, 'Child two', habit)];
  const list = { childServiceIds: [two, one, one] };
  await expectPublished([one, two, leaf], () => put(group, 'Parent', list));
  expect(await treeOf(group)).toEqual({
    Leaf: 'Child one Parent',
    'Child one': 'Parent Parent',
    'Child two': 'Parent Parent',
    Parent: '- Parent',
  });
  for (const [name, advanced] of [
    ['Leaf', habit],
    ['Child two', habit],
    ['Child one', { parentServiceId: null, childServiceIds: [leaf] }],
    ['Parent', list],
    ['Parent', { childServiceIds: [one, two] }],
  ] as const) {
    expect([name, (await plan(group, name, advanced)).action]).toEqual([name, 'noChange']);
  }
  const shorter = await upsert(group, service('Parent', { childServiceIds: [two] }));
  expect(shorter.resource.sections.advanced.childServiceIds).toEqual([two]);
  expect(await treeOf(group)).toMatchObject({ 'Child one': '- Child one', Leaf: 'Child one Child one' });
  await put(group, 'Parent', { childServiceIds: null });
  expect(await treeOf(group)).toMatchObject({ 'Child two': '- Child two' });
});

test('moving a service takes everything below it along', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  const [a, b] = [await put(group, 'Tree A'), await put(group, 'Tree B')];
  const middle = await put(group, 'Middle', { parentServiceId: a });
  await put(group, 'Leaf', { parentServiceId: middle });
  const before = await readService(database, { serviceId: b, scope: 'everywhere' });
  await put(group, 'Middle', { parentServiceId: b });
  expect(await treeOf(group)).toMatchObject({ Middle: 'Tree B Tree B', Leaf: 'Middle Tree B' });
  expect(before.sections.advanced.childServiceIds).toEqual([]);
  await put(group, 'Middle', { parentServiceId: null });
  expect(await treeOf(group)).toMatchObject({ Middle: '- Middle', Leaf: 'Middle Middle' });
  await put(group, 'Tree A', { parentServiceId: b });
  await put(group, 'Middle', { parentServiceId: a });
  expect(await treeOf(group)).toEqual({
    'Tree A': 'Tree B Tree B',
    'Tree B': '- Tree B',
    Middle: 'Tree A Tree B',
    Leaf: 'Middle Tree B',
  });
});

test('circles, foreign and unknown services, and second parents are refused where they stand', async () => {
  const { makeGroup, makeProject, makeTenant } = bench();
  const tenantId = await makeTenant();
  const project = await makeProject(tenantId);
  const group = await makeGroup(project);
  const neighbour = await put(await makeGroup(await makeProject(tenantId)), 'Neighbour');
  const foreign = await put(await makeGroup(), 'Foreign');
  const top = await put(group, 'Topmost');
  const middle = await put(group, 'Middle', { parentServiceId: top });
  const leaf = await put(group, 'Leaf', { parentServiceId: middle });
  const parentAt = '/sections/advanced/parentServiceId';
  const childAt = '/sections/advanced/childServiceIds/0';
  for (const [name, advanced, path] of [
    ['Topmost', { parentServiceId: leaf }, parentAt],
    ['Topmost', { parentServiceId: top }, parentAt],
    ['Leaf', { childServiceIds: [top] }, childAt],
    ['Leaf', { childServiceIds: [leaf] }, childAt],
    ['Brand new', { parentServiceId: leaf, childServiceIds: [top] }, childAt],
    ['Brand new', { childServiceIds: [leaf] }, childAt],
    ['Brand new', { childServiceIds: [neighbour] }, childAt],
    ['Brand new', { childServiceIds: [foreign] }, childAt],
    ['Brand new', { childServiceIds: [randomUUID()] }, childAt],
    ['Brand new', { parentServiceId: foreign }, parentAt],
    // Below it one would read who subscribes there (contract B10).
    ['Brand new', { parentServiceId: neighbour }, parentAt],
    ['Brand new', { parentServiceId: randomUUID() }, parentAt],
  ] as const) {
    await expect(upsert(group, service(name, advanced))).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'service.invalid',
      details: [{ path }],
    });
  }
  const [listed, other] = [await put(group, 'Listed'), await put(group, 'Other parent')];
  await put(group, 'Lister', { childServiceIds: [listed] });
  await expect(upsert(group, service('Listed', { parentServiceId: other }))).rejects.toMatchObject({
    details: [{ path: parentAt }],
  });
});

test('people do not move a locked child', async () => {
  const { makeGroup } = bench();
  const group = await makeGroup();
  const child = (await upsert(group, { name: 'Locked child', locked: true })).resource.id;
  const adopt = service('Adopter', { childServiceIds: [child] });
  await expect(upsert(group, adopt, 'portal')).rejects.toMatchObject({ kind: 'locked' });
  expect(await upsert(group, adopt)).toMatchObject({ action: 'create' });
});

test('two moves at once never close a circle', async () => {
  const { makeGroup } = bench();
  for (let round = 0; round < 5; round += 1) {
    const group = await makeGroup();
    const [a, b] = [await put(group, 'Side A'), await put(group, 'Side B')];
    const outcomes = await Promise.allSettled([
      upsert(group, service('Side A', { parentServiceId: b })),
      upsert(group, service('Side B', { parentServiceId: a })),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(Object.values(await treeOf(group)).filter((place) => place.startsWith('-'))).toHaveLength(1);
  }
});
