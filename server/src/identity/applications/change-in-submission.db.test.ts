import { beforeAll, expect, test } from 'vitest';
import { messagesOf } from '../services/resources/change-journal.ts';
import { selectServices } from '../services/service-store.ts';
import { useResourcesBench } from '../services/test/open-resources-bench.ts';
import { upsertService } from '../services/upsert-service.ts';
import { selectApplications } from './application-store.ts';
import { ensurePlatformRegistrations } from './ensure-platform-registrations.ts';
import { lockKnownResources } from './known-applications.ts';
import { upsertApplication } from './upsert-application.ts';

const bench = useResourcesBench();
beforeAll(async () => {
  await ensurePlatformRegistrations({ ...bench(), publicUrl: 'http://localhost:4000' });
});

const names = ['the service', 'the client', 'the API'];

const client = (properties: object, advanced: object = {}) => ({
  name: 'the client',
  sections: { properties: { clientType: 'Confidential', ...properties }, advanced },
});

/** Each is a submission of its own that changes the client in another way. */
const changes: readonly [what: string, change: (ids: { service: string; api: string }) => object][] = [
  ['made', () => client({ redirectUrls: ['https://one.example.com/'] })],
  [
    'columns',
    () => client({ redirectUrls: ['https://two.example.com/', 'https://one.example.com/'], tokenVersion: 1 }),
  ],
  ['lists', ({ service, api }) => client({ services: [service] }, { apiAcceses: [{ apiClientId: api, scopes: [] }] })],
  ['lists emptied', () => client({ services: [] }, { apiAcceses: [] })],
  ['a further secret', () => client({ secretManagementOptions: 'rollover' })],
  ['the older secret replaced', () => client({ secretManagementOptions: 'rollover' })],
  ['a product more', () => client({}, { apiProductSubscriptions: [{ productName: 'Orders', productId: '' }] })],
  ['the product no more', () => client({}, { apiProductSubscriptions: [] })],
  ['another kind of client', () => ({ ...client({ clientType: 'Spa' }), tags: ['web'] })],
];

test('what a submission knows of a resource that it changed is what the database holds', async () => {
  const { write, makeGroup, acting, database } = bench();
  const group = await makeGroup();
  await database.insertInto('apiProducts').values({ tenantId: group.tenantId, name: 'Orders' }).execute();
  const ids = { service: '', api: '' };
  for (const [what, change] of changes) {
    await write(async (t) => {
      const known = await lockKnownResources(t, { projectId: group.projectId, names });
      const input = { group, known, through: 'deployment' } as const;
      const service = { name: 'the service', sections: { properties: { description: what } } };
      const made = await upsertService(t, bench(), acting, { ...input, resource: service });
      const scope = { isApi: true, clientType: 'None', publishedScopes: [{ scopeName: 'read', description: '' }] };
      const api = { name: 'the API', sku: 'api', sections: { properties: scope } };
      ids.service = made.resource.id ?? '';
      ids.api = (await upsertApplication(t, bench(), acting, { ...input, resource: api })).resource.id ?? '';
      const changed = await upsertApplication(t, bench(), acting, { ...input, resource: { ...change(ids) } });
      const id = changed.resource.id ?? '';
      const [stored] = await selectApplications(t, [id]);
      const { secrets = [], ...rest } = known.applications.get(id) ?? {};
      expect({ ...rest, secrets: secrets.map((secret) => secret.id) }, what).toEqual({
        ...stored,
        secrets: stored?.secrets.map((secret) => secret.id),
      });
      expect(changed.revision, what).toBe(stored?.revision);
      const [storedService] = await selectServices(t, [ids.service]);
      expect(known.services.get(ids.service), what).toEqual(storedService);
    });
  }
});

test('changes are noted for the end of a submission; without one they are told at once', async () => {
  const { write, makeGroup, acting, auditOf } = bench();
  const group = await makeGroup();
  const service = (description: string) => ({ name: 'the service', sections: { properties: { description } } });
  const submit = async (description: string) =>
    await write(async (t) => {
      const known = await lockKnownResources(t, { projectId: group.projectId, names });
      const input = { group, known, through: 'deployment' } as const;
      const { resource } = await upsertService(t, bench(), acting, { ...input, resource: service(description) });
      const redirectUrls = [`https://${description}.example.com/`];
      const made = await upsertApplication(t, bench(), acting, { ...input, resource: client({ redirectUrls }) });
      return { ids: [resource.id ?? '', made.resource.id ?? ''] as const, journal: known.journal };
    });
  const first = await submit('first');
  expect(first.journal.audit.map(({ action }) => action)).toEqual([
    'service.created',
    'application.created',
    'application.secret-issued',
  ]);
  // Nobody can remember what was not there.
  expect(messagesOf(first.journal)).toEqual([]);
  const second = await submit('second');
  expect(second.journal.audit.map(({ action }) => action)).toEqual(['service.changed', 'application.changed']);
  expect(messagesOf(second.journal)).toEqual(second.ids.map((id) => JSON.stringify(['credential', id])));
  expect(await auditOf(first.ids[0])).toEqual([]);
  await write((t) => upsertService(t, bench(), acting, { group, resource: service('third') }));
  expect(await auditOf(first.ids[0])).toEqual(['service.changed']);
});
