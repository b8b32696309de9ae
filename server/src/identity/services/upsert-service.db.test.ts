import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { planService } from './plan-service.ts';
import { readService } from './read-service.ts';
import type { ResourceGroup } from './resources/resource-group-store.ts';
import { UnknownValue } from './resources/unknown-value.ts';
import { useResourcesBench } from './test/open-resources-bench.ts';
import { upsertService } from './upsert-service.ts';

const bench = useResourcesBench();
type Wire = Record<string, unknown>;

const service = (name: string, properties: Wire = {}, advanced: Wire = {}, rest: Wire = {}): Wire => ({
  name,
  sku: 'standard',
  resourceType: 'platform.service',
  ...rest,
  sections: { properties, advanced },
});

const upsert = async (group: ResourceGroup, resource: Wire, through: 'deployment' | 'portal' = 'deployment') =>
  await bench().write((t) => upsertService(t, bench(), bench().acting, { group, resource, through }));
const plan = async (group: ResourceGroup, resource: Wire) =>
  await planService(bench().database, bench(), { group, resource });

const usual = service(
  'Usual service',
  {
    businessOwnerId: null,
    description: 'About it',
    category: null,
    shortName: 'usual',
    openInNewTab: true,
    visible: true,
    serviceUrl: 'https://usual.example.com',
    shortDescription: '',
    technicalContactEmail: '',
    providerCompanyName: null,
    tags: ['Sample'],
    productionService: true,
  },
  {
    parentServiceId: null,
    childServiceIds: [],
    passwordPolicy: { enforcePasswordPolicy: true, scope: 0, intervalType: 0, interval: 180 },
    accessLevels: {
      useAccessLevels: true,
      accessLevels: [{ accessLevelName: 'reader' }, { accessLevelName: 'owner' }],
    },
  },
  { locked: true },
);

test('a service is made as provisioned, read back the same, and planned again without a change', async () => {
  const { database, makeGroup, auditOf } = bench();
  const group = await makeGroup();
  const planned = await plan(group, usual);
  expect(planned).toMatchObject({ action: 'create', revision: null, resource: { id: null, name: 'Usual service' } });
  const made = await upsert(group, usual);
  expect(made).toMatchObject({ action: 'create', revision: 1, warnings: [] });
  expect(made.changes).toEqual(planned.changes);
  expect(made.resource).toMatchObject({
    ...usual,
    sections: {
      properties: { ...(usual.sections as { properties: Wire }).properties },
      advanced: { ...(usual.sections as { advanced: Wire }).advanced },
    },
  });
  const serviceId = made.resource.id ?? '';
  expect(await readService(database, { serviceId, scope: { projectId: group.projectId } })).toEqual(made.resource);
  expect(await plan(group, usual)).toEqual({
    action: 'noChange',
    resource: made.resource,
    revision: 1,
    changes: [],
    effects: [],
    warnings: [],
  });
  expect(await upsert(group, usual)).toMatchObject({ action: 'noChange', revision: 1 });
  expect(await auditOf(serviceId)).toEqual(['service.created']);
});

test('given members replace, absent ones stay, null clears; caches hear of it', async () => {
  const { database, makeGroup, auditOf, expectPublished } = bench();
  const group = await makeGroup();
  const { resource } = await upsert(group, usual);
  const serviceId = resource.id ?? '';
  const change = service(
    'Usual service',
    { description: null, serviceUrl: 'http://localhost:3000', visible: false },
    { accessLevels: { accessLevels: [{ accessLevelName: 'owner' }, { accessLevelName: 'guest' }] } },
  );
  const planned = await plan(group, change);
  await expectPublished([serviceId], async () => {
    const changed = await upsert(group, change);
    expect(changed).toMatchObject({ action: 'update', revision: 2, changes: planned.changes });
    expect(changed.resource).toEqual(planned.resource);
  });
  expect(planned.changes).toEqual([
    { path: '/sections/properties/description', before: 'About it', after: '' },
    { path: '/sections/properties/visible', before: true, after: false },
    {
      path: '/sections/properties/serviceUrl',
      before: 'https://usual.example.com',
      after: 'http://localhost:3000',
    },
    {
      path: '/sections/advanced/accessLevels/accessLevels',
      before: [{ accessLevelName: 'reader' }, { accessLevelName: 'owner' }],
      after: [{ accessLevelName: 'owner' }, { accessLevelName: 'guest' }],
    },
  ]);
  const read = await readService(database, { serviceId, scope: 'everywhere' });
  expect(read).toEqual(planned.resource);
  expect(read).toMatchObject({ locked: true, sections: { properties: { shortName: 'usual', tags: ['Sample'] } } });
  const empty = { name: 'Usual service', sections: { advanced: { passwordPolicy: null, accessLevels: null } } };
  const emptied = await upsert(group, empty);
  expect(emptied.resource.sections.advanced).toMatchObject({
    passwordPolicy: null,
    accessLevels: { useAccessLevels: false, accessLevels: [] },
  });
  expect(await auditOf(serviceId)).toEqual(['service.created', 'service.changed', 'service.changed']);
});

test('all problems are told at once, with places; nothing remains', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  const wrong = service(
    'x!',
    { serviceUrl: 'http://example.com', technicalContactEmail: 'nobody' },
    {
      parentServiceId: randomUUID(),
      childServiceIds: [randomUUID()],
      accessLevels: { useAccessLevels: true, accessLevels: [] },
    },
    { sku: 'gold' },
  );
  await expect(upsert(group, wrong)).rejects.toMatchObject({
    kind: 'invalid',
    code: 'service.invalid',
    details: [
      { path: '/name' },
      { path: '/sku' },
      { path: '/sections/properties/serviceUrl' },
      { path: '/sections/properties/technicalContactEmail' },
      { path: '/sections/advanced/accessLevels/accessLevels' },
      { path: '/sections/advanced/parentServiceId' },
      { path: '/sections/advanced/childServiceIds/0' },
    ],
  });
  const reference = service('Fine name', {}, { parentServiceId: randomUUID() });
  await expect(upsert(group, reference)).rejects.toMatchObject({ kind: 'unprocessable', code: 'service.invalid' });
  expect(await database.selectFrom('resources').selectAll().where('resourceGroupId', '=', group.id).execute()).toEqual(
    [],
  );
});

test('a name in another group, or of another type, is never moved', async () => {
  const { write, database, makeProject, makeGroup } = bench();
  const project = await makeProject();
  const [one, other] = [await makeGroup(project), await makeGroup(project)];
  await upsert(one, service('Taken name'));
  await expect(upsert(other, service('Taken name'))).rejects.toMatchObject({ code: 'resource.other-group' });
  const row = { tenantId: project.tenantId, projectId: project.id, resourceGroupId: one.id, name: 'Other type' };
  await write((t) =>
    t
      .insertInto('resources')
      .values({ ...row, resourceType: 'platform.other', sku: 'x' })
      .execute(),
  );
  await expect(upsert(one, service('Other type'))).rejects.toMatchObject({
    kind: 'conflict',
    code: 'resource.other-type',
    details: [{ path: '/name' }],
  });
  expect(await upsert(await makeGroup(), service('Taken name'))).toMatchObject({ action: 'create' });
  expect(await database.selectFrom('resources').where('name', '=', 'Taken name').select('id').execute()).toHaveLength(
    2,
  );
});

const levels = (...names: string[]) => ({
  accessLevels: { useAccessLevels: true, accessLevels: names.map((accessLevelName) => ({ accessLevelName })) },
});

test('a level that has subscribers stays, with a warning, and the plan after that is empty', async () => {
  const { database, makeGroup, subscribers } = bench();
  const group = await makeGroup();
  const { resource } = await upsert(group, service('Levels', {}, levels('reader', 'writer', 'owner')));
  const stored = await database
    .selectFrom('serviceAccessLevels')
    .selectAll()
    .where('serviceId', '=', resource.id ?? '')
    .orderBy('position')
    .execute();
  const idOf = (name: string) => stored.find((level) => level.name === name)?.id ?? '';
  subscribers.set(idOf('reader'), 3);
  const change = service('Levels', {}, levels('Reader', 'owner', 'guest'));
  const changed = await upsert(group, change);
  expect(changed.warnings).toMatchObject([{ path: '/sections/advanced/accessLevels/accessLevels' }]);
  expect(changed.warnings[0]?.message).toContain('reader');
  expect(changed.resource.sections.advanced.accessLevels).toEqual(levels('owner', 'guest', 'reader').accessLevels);
  const after = await database
    .selectFrom('serviceAccessLevels')
    .select(['id', 'name'])
    .where('serviceId', '=', resource.id ?? '')
    .orderBy('position')
    .execute();
  expect(after.map(({ name }) => name)).toEqual(['owner', 'guest', 'reader']);
  expect(after.find(({ name }) => name === 'reader')?.id).toBe(idOf('reader'));
  expect(after.find(({ name }) => name === 'owner')?.id).toBe(idOf('owner'));
  expect(await plan(group, change)).toMatchObject({ action: 'noChange', warnings: [{}] });
});

test('people are stopped by locks, deployments are not; the lock itself can be taken off', async () => {
  const { makeGroup, makeProject } = bench();
  const project = await makeProject();
  const group = await makeGroup(project);
  await upsert(group, service('Locked one', {}, {}, { locked: true }));
  const change = service('Locked one', { shortName: 'new' });
  await expect(upsert(group, change, 'portal')).rejects.toMatchObject({ kind: 'locked', code: 'resource.locked' });
  expect(await upsert(group, { name: 'Locked one' }, 'portal')).toMatchObject({ action: 'noChange' });
  expect(await upsert(group, change)).toMatchObject({ action: 'update' });
  expect(await upsert(group, { name: 'Locked one', locked: false }, 'portal')).toMatchObject({ action: 'update' });
  expect(await upsert(group, service('Locked one', { shortName: 'newer' }), 'portal')).toMatchObject({ revision: 4 });
  const locked = await makeGroup(project, { locked: true });
  await expect(upsert(locked, service('Inside'), 'portal')).rejects.toMatchObject({ code: 'resource-group.locked' });
  expect(await upsert(locked, service('Inside'))).toMatchObject({ action: 'create' });
});

test('a plan shows values that nobody knows yet by their query', async () => {
  const { makeGroup } = bench();
  const group = await makeGroup();
  const resource = service('Planned', {}, { parentServiceId: new UnknownValue("resources[?name=='P'].id") });
  expect(await plan(group, resource)).toMatchObject({
    action: 'create',
    changes: [{ path: '/sections/advanced/parentServiceId', query: "resources[?name=='P'].id" }],
  });
});

test('of ten requests that make the same service at once one does', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => upsert(group, service('Same name'))));
  const made = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.action === 'create');
  expect(made).toHaveLength(1);
  expect(
    await database.selectFrom('resources').where('resourceGroupId', '=', group.id).select('id').execute(),
  ).toHaveLength(1);
});

test('edits at once are all kept: each waits for the one before', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  const { resource } = await upsert(group, service('Edited at once'));
  const members = ['shortName', 'description', 'category', 'businessOwnerId', 'providerCompanyName'];
  await Promise.all(members.map((member) => upsert(group, service('Edited at once', { [member]: 'set' }))));
  const read = await readService(database, { serviceId: resource.id ?? '', scope: 'everywhere' });
  expect(members.map((member) => read.sections.properties[member])).toEqual(members.map(() => 'set'));
});
