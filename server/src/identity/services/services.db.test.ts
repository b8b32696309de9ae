import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deleteService } from './delete-service.ts';
import { findService } from './find-service.ts';
import { listServices } from './list-services.ts';
import { readService } from './read-service.ts';
import type { ResourceGroup } from './resources/resource-group-store.ts';
import { markDeployed } from './resources/resource-store.ts';
import { countServices } from './service-list-store.ts';
import { useResourcesBench } from './test/open-resources-bench.ts';
import { upsertService } from './upsert-service.ts';

const bench = useResourcesBench();
const put = async (group: ResourceGroup, resource: Record<string, unknown>): Promise<string> =>
  (await bench().write((t) => upsertService(t, bench(), bench().acting, { group, resource }))).resource.id ?? '';

test('a service is read in its own project and tenant only', async () => {
  const { database, makeGroup } = bench();
  const [group, other] = [await makeGroup(), await makeGroup()];
  const serviceId = await put(group, { name: 'Readable' });
  for (const scope of [{ projectId: group.projectId }, { tenantId: group.tenantId }, 'everywhere'] as const) {
    expect(await readService(database, { serviceId, scope })).toMatchObject({ id: serviceId, name: 'Readable' });
    expect(await findService(database, { serviceId, scope })).toMatchObject({ resourceGroupId: group.id });
  }
  for (const scope of [{ projectId: other.projectId }, { tenantId: other.tenantId }]) {
    await expect(readService(database, { serviceId, scope })).rejects.toMatchObject({ code: 'service.not-found' });
    await expect(findService(database, { serviceId, scope })).rejects.toMatchObject({ kind: 'notFound' });
  }
  const unknown = { serviceId: randomUUID(), scope: 'everywhere' as const };
  await expect(readService(database, unknown)).rejects.toMatchObject({ kind: 'notFound' });
});

test('lists go by project, group or tenant, and continue where they stopped', async () => {
  const { database, makeGroup, makeProject } = bench();
  const project = await makeProject();
  const [one, two] = [await makeGroup(project), await makeGroup(project)];
  for (const name of ['Delta', 'alpha', 'Charlie']) await put(one, { name });
  await put(two, { name: 'Bravo' });
  const scope = { projectId: project.id };
  const names = async (page: object) =>
    (await listServices(database, { scope, limit: 10, ...page })).map(({ name }) => name);
  expect(await names({})).toEqual(['alpha', 'Bravo', 'Charlie', 'Delta']);
  expect(await names({ resourceGroupId: one.id })).toEqual(['alpha', 'Charlie', 'Delta']);
  expect(await names({ scope: { tenantId: project.tenantId }, search: 'CH' })).toEqual(['Charlie']);
  const [, second] = await listServices(database, { scope, limit: 2 });
  expect(await names({ after: { nameKey: second?.nameKey ?? '', id: second?.id ?? '' } })).toEqual([
    'Charlie',
    'Delta',
  ]);
  expect(await names({ skip: 3 })).toEqual(['Delta']);
  expect(await names({ scope: { projectId: randomUUID() } })).toEqual([]);
  expect(await countServices(database, { scope })).toBe(4);
});

test('a service goes with its levels and links; its parent and its applications hear of it', async () => {
  const { database, write, acting, makeGroup, auditOf, expectPublished } = bench();
  const group = await makeGroup();
  const parent = await put(group, { name: 'Parent' });
  const levels = { useAccessLevels: true, accessLevels: [{ accessLevelName: 'reader' }] };
  const advanced = { parentServiceId: parent, accessLevels: levels };
  const serviceId = await put(group, { name: 'Child', sections: { advanced } });
  const applicationId = randomUUID();
  const place = { tenantId: group.tenantId, projectId: group.projectId, resourceGroupId: group.id };
  await write(async (t) => {
    const name = 'Linked application';
    await t
      .insertInto('resources')
      .values({ ...place, id: applicationId, name, resourceType: 'platform.application', sku: 'app' })
      .execute();
    const application = { id: applicationId, resourceId: applicationId, tenantId: group.tenantId, name };
    await t
      .insertInto('applications')
      .values({ ...application, origin: 'project', clientType: 'None' })
      .execute();
    await t.insertInto('applicationServices').values({ applicationId, serviceId, position: 0 }).execute();
  });
  const remove = async (id: string, scope: { projectId: string } | 'everywhere' = { projectId: group.projectId }) =>
    await write((t) => deleteService(t, acting, { serviceId: id, scope }));
  await expect(remove(parent)).rejects.toMatchObject({ kind: 'conflict', code: 'service.has-children' });
  await expect(remove(serviceId, { projectId: randomUUID() })).rejects.toMatchObject({ kind: 'notFound' });
  await expectPublished([serviceId, applicationId], () => remove(serviceId));
  const revisions = await database
    .selectFrom('resources')
    .select(['name', 'revision'])
    .where('resourceGroupId', '=', group.id)
    .orderBy('name')
    .execute();
  expect(revisions).toEqual([
    { name: 'Linked application', revision: 2 },
    { name: 'Parent', revision: 3 },
  ]);
  expect(await auditOf(serviceId)).toEqual(['service.created', 'service.deleted']);
  await expect(remove(serviceId)).rejects.toMatchObject({ kind: 'notFound' });
  await remove(parent);
});

test('a locked service, and a service in a locked group, stays', async () => {
  const { write, acting, makeGroup, makeProject } = bench();
  const project = await makeProject();
  const locked = await put(await makeGroup(project), { name: 'Locked service', locked: true });
  const inside = await put(await makeGroup(project, { locked: true }), { name: 'Inside' });
  const remove = async (serviceId: string) =>
    await write((t) => deleteService(t, acting, { serviceId, scope: { projectId: project.id } }));
  await expect(remove(locked)).rejects.toMatchObject({ kind: 'locked', code: 'resource.locked' });
  await expect(remove(inside)).rejects.toMatchObject({ kind: 'locked', code: 'resource-group.locked' });
});

test('a submission leaves its mark without moving revisions', async () => {
  const { database, write, makeGroup } = bench();
  const group = await makeGroup();
  const serviceId = await put(group, { name: 'Deployed' });
  const deploymentId = randomUUID();
  await write((t) => markDeployed(t, { deploymentId, groupId: group.id, resourceIds: [serviceId] }));
  const row = await database.selectFrom('resources').selectAll().where('id', '=', serviceId).executeTakeFirst();
  expect(row).toMatchObject({ lastDeploymentId: deploymentId, revision: 1 });
});
