import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { systemTenantId } from '../../accounts/index.ts';
import { selectRegistration } from '../provider/registration-store.ts';
import type { ResourceGroup } from '../services/resources/resource-group-store.ts';
import { useResourcesBench } from '../services/test/open-resources-bench.ts';
import { wireOf } from '../services/test/wire-of.ts';
import { countApplications } from './application-list-store.ts';
import { deleteApplication } from './delete-application.ts';
import { ensurePlatformRegistrations } from './ensure-platform-registrations.ts';
import { findApplication } from './find-application.ts';
import { findSubscriptionKey } from './find-subscription-key.ts';
import { listApplications } from './list-applications.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { platformApiId } from './platform-registrations.ts';
import { readApplication } from './read-application.ts';
import { setApplicationDisabled } from './set-application-disabled.ts';
import { upsertApplication } from './upsert-application.ts';

const bench = useResourcesBench();

beforeAll(async () => {
  await ensurePlatformRegistrations({ ...bench(), publicUrl: 'http://localhost:4000' });
});

const put = async (group: ResourceGroup, resource: Readonly<Record<string, unknown>>) => {
  const whole = { sections: { properties: { clientType: 'Confidential' } }, ...resource };
  const made = await bench().write((t) => upsertApplication(t, bench(), bench().acting, { group, resource: whole }));
  return wireOf(made.resource);
};
const remove = async (applicationId: string, projectId: string) =>
  await bench().write((t) => deleteApplication(t, bench().acting, { applicationId, scope: { projectId } }));
const disable = async (applicationId: string, projectId: string, disabled = true) =>
  await bench().write((t) =>
    setApplicationDisabled(t, bench().acting, { applicationId, scope: { projectId }, disabled }),
  );

test('an application is read in its own project and tenant only; built-in ones from everywhere only', async () => {
  const { database, makeGroup } = bench();
  const [group, other] = [await makeGroup(), await makeGroup()];
  const { id: applicationId } = await put(group, { name: 'Readable' });
  for (const scope of [{ projectId: group.projectId }, { tenantId: group.tenantId }, 'everywhere'] as const) {
    expect(await readApplication(database, { applicationId, scope })).toMatchObject({ id: applicationId });
    expect(await findApplication(database, { applicationId, scope })).toMatchObject({
      id: applicationId,
      resourceGroupId: group.id,
      disabled: false,
    });
  }
  for (const scope of [{ projectId: other.projectId }, { tenantId: other.tenantId }]) {
    await expect(readApplication(database, { applicationId, scope })).rejects.toMatchObject({
      code: 'application.not-found',
    });
    await expect(findApplication(database, { applicationId, scope })).rejects.toMatchObject({ kind: 'notFound' });
  }
  const builtIn = { applicationId: platformApiId };
  expect(await readApplication(database, { ...builtIn, scope: 'everywhere' })).toMatchObject({ sku: 'api' });
  for (const scope of [{ tenantId: systemTenantId }, { projectId: group.projectId }]) {
    await expect(readApplication(database, { ...builtIn, scope })).rejects.toMatchObject({ kind: 'notFound' });
  }
});

test('lists go by project, group or tenant, and continue where they stopped', async () => {
  const { database, makeGroup, makeProject } = bench();
  const project = await makeProject();
  const [one, two] = [await makeGroup(project), await makeGroup(project)];
  for (const name of ['Delta', 'alpha', 'Charlie']) await put(one, { name });
  await put(two, { name: 'Bravo', locked: true });
  const scope = { projectId: project.id };
  const names = async (page: object) =>
    (await listApplications(database, { scope, limit: 10, ...page })).map(({ name }) => name);
  expect(await names({})).toEqual(['alpha', 'Bravo', 'Charlie', 'Delta']);
  expect(await names({ resourceGroupId: two.id })).toEqual(['Bravo']);
  expect(await names({ scope: { tenantId: project.tenantId }, search: 'ch' })).toEqual(['Charlie']);
  const [, second] = await listApplications(database, { scope, limit: 2 });
  expect(second).toMatchObject({ clientType: 'Confidential', sku: 'app', isApi: false, locked: true, disabled: false });
  expect(await names({ after: { nameKey: second?.nameKey ?? '', id: second?.id ?? '' } })).toEqual([
    'Charlie',
    'Delta',
  ]);
  expect(await countApplications(database, { scope, search: 'b' })).toBe(1);
});

test('a deleted application leaves nothing behind, and whoever called it loses access', async () => {
  const { database, makeGroup, auditOf, expectPublished } = bench();
  const group = await makeGroup();
  const scopes = { isApi: true, clientType: 'None', publishedScopes: [{ scopeName: 'read' }] };
  const api = await put(group, { name: 'Some API', sku: 'api', sections: { properties: scopes } });
  const advanced = { apiAcceses: [{ apiClientId: api.id, scopes: ['read'] }] };
  const client = await put(group, {
    name: 'Client',
    sections: { properties: { clientType: 'Confidential' }, advanced },
  });
  const [subscription] = await listSubscriptions(database, { applicationId: api.id, scope: 'everywhere' });
  await expect(remove(api.id, randomUUID())).rejects.toMatchObject({ kind: 'notFound' });
  await expectPublished([api.id, subscription?.id ?? ''], () => remove(api.id, group.projectId));
  expect(await selectRegistration(database, api.id)).toBeUndefined();
  expect(await findSubscriptionKey(database, api.products[0]?.key ?? '')).toBeUndefined();
  const read = await readApplication(database, { applicationId: client.id, scope: 'everywhere' });
  expect(read.sections.advanced.apiAcceses).toEqual([]);
  expect((await auditOf(api.id)).at(-1)).toBe('application.deleted');
  await expect(remove(api.id, group.projectId)).rejects.toMatchObject({ kind: 'notFound' });
  expect(await put(group, { name: 'Some API', sku: 'api', sections: { properties: scopes } })).not.toMatchObject({
    id: api.id,
  });
});

test('a disabled application is no client, its tokens end, and a deployment leaves it disabled', async () => {
  const { database, write, acting, makeGroup, auditOf, expectPublished } = bench();
  const group = await makeGroup();
  const { id } = await put(group, { name: 'Switched off' });
  await expectPublished([id], () => disable(id, group.projectId));
  await disable(id, group.projectId);
  expect(await selectRegistration(database, id)).toBeUndefined();
  const resource = { name: 'Switched off', sections: { properties: { applicationUrl: 'https://a.example/' } } };
  const deployed = await write((t) => upsertApplication(t, bench(), acting, { group, resource }));
  expect(deployed.warnings).toMatchObject([{ path: '/name' }]);
  expect(await selectRegistration(database, id)).toBeUndefined();
  await disable(id, group.projectId, false);
  expect(await selectRegistration(database, id)).toMatchObject({ credentialsVersion: 3 });
  expect((await auditOf(id)).filter((action) => /abled$/.test(action))).toEqual([
    'application.disabled',
    'application.enabled',
  ]);
  await expect(disable(id, randomUUID())).rejects.toMatchObject({ kind: 'notFound' });
});

test('locked applications stay as they are, and so does what the platform stands on', async () => {
  const { write, acting, makeGroup, makeProject } = bench();
  const project = await makeProject();
  const locked = await put(await makeGroup(project), { name: 'Locked', locked: true });
  const inside = await put(await makeGroup(project, { locked: true }), { name: 'Inside' });
  for (const [id, code] of [
    [locked.id, 'resource.locked'],
    [inside.id, 'resource-group.locked'],
  ] as const) {
    await expect(remove(id, project.id)).rejects.toMatchObject({ kind: 'locked', code });
    await expect(disable(id, project.id)).rejects.toMatchObject({ kind: 'locked', code });
  }
  const builtIn = { applicationId: platformApiId, scope: 'everywhere' as const };
  await expect(write((t) => deleteApplication(t, acting, builtIn))).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(write((t) => setApplicationDisabled(t, acting, { ...builtIn, disabled: true }))).rejects.toMatchObject({
    code: 'application.built-in',
  });
});
