import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { translateDatabaseError } from '../../platform/database/index.ts';
import { hashToken } from '../../platform/secrets/index.ts';
import { matchSecret, selectRegistration } from '../provider/registration-store.ts';
import type { ResourceGroup } from '../services/resources/resource-group-store.ts';
import { UnknownValue } from '../services/resources/unknown-value.ts';
import { useResourcesBench } from '../services/test/open-resources-bench.ts';
import { wireOf } from '../services/test/wire-of.ts';
import { upsertService } from '../services/upsert-service.ts';
import { applicationConstraintRules } from './constraint-rules.ts';
import { ensurePlatformRegistrations } from './ensure-platform-registrations.ts';
import { findSubscriptionKey } from './find-subscription-key.ts';
import { planApplication } from './plan-application.ts';
import { platformApiId, platformProductId, platformProductName } from './platform-registrations.ts';
import { readApplication } from './read-application.ts';
import { upsertApplication } from './upsert-application.ts';

const bench = useResourcesBench();
type Wire = Record<string, unknown>;

beforeAll(async () => {
  await ensurePlatformRegistrations({ ...bench(), publicUrl: 'http://localhost:4000' });
});

const app = (name: string, properties: Wire = {}, advanced: Wire = {}, rest: Wire = {}): Wire => ({
  name,
  sku: 'app',
  resourceType: 'platform.application',
  ...rest,
  sections: { properties: { clientType: 'Confidential', ...properties }, advanced },
});
const api = (name: string, properties: Wire = {}, advanced: Wire = {}): Wire =>
  app(
    name,
    { isApi: true, clientType: 'None', publishedScopes: [{ scopeName: 'read', description: 'Read' }], ...properties },
    advanced,
    { sku: 'api' },
  );

const upsert = async (group: ResourceGroup, resource: Wire, through: 'deployment' | 'portal' = 'deployment') =>
  await bench().write((t) => upsertApplication(t, bench(), bench().acting, { group, resource, through }));
const plan = async (group: ResourceGroup, resource: Wire) =>
  await planApplication(bench().database, bench(), { group, resource });
const service = async (group: ResourceGroup, name: string): Promise<string> =>
  (await bench().write((t) => upsertService(t, bench(), bench().acting, { group, resource: { name } }))).resource.id ??
  '';

test('a confidential client: provisioned with secret and key, both work, and the plan after it is empty', async () => {
  const { database, box, makeGroup, auditOf } = bench();
  const group = await makeGroup();
  const serviceId = await service(group, 'Service');
  const wanted = app(
    'Confidential app',
    {
      isApi: false,
      redirectUrls: ['https://demo.example.com/oidc'],
      applicationUrl: 'https://demo.example.com',
      allowImplicitGrantFlow: true,
      appIdUri: null,
      tokenVersion: 2,
      publishedScopes: [],
      services: [serviceId],
      tags: ['demo'],
    },
    {
      apiProductSubscriptions: [{ productId: 'portolan-platform-api', productName: 'Portolan Platform API' }],
      clients: [],
      apiAcceses: [{ apiClientId: platformApiId, scopes: ['user_impersonation'] }],
    },
    { locked: true },
  );
  const planned = await plan(group, wanted);
  expect(planned).toMatchObject({ action: 'create', revision: null, effects: ['A secret is issued.'], warnings: [] });
  const made = await upsert(group, wanted);
  expect(made).toMatchObject({ action: 'create', revision: 1, changes: planned.changes, warnings: [] });
  const { id, secrets, products } = wireOf(made.resource);
  expect(made.resource).toMatchObject({
    name: 'Confidential app',
    resourceType: 'platform.application',
    sku: 'app',
    locked: true,
    sections: {
      properties: {
        isApi: false,
        clientType: 'Confidential',
        redirectUrls: ['https://demo.example.com/oidc'],
        applicationUrl: 'https://demo.example.com',
        allowImplicitGrantFlow: true,
        appIdUri: null,
        tokenVersion: 2,
        publishedScopes: [],
        services: [serviceId],
        tags: ['demo'],
      },
      advanced: { clients: [], apiAcceses: [{ apiClientId: platformApiId, scopes: ['user_impersonation'] }] },
    },
  });
  expect(secrets).toEqual([
    { id: expect.any(String), secretStart: expect.any(String), secretText: expect.any(String) },
  ]);
  expect(secrets[0]?.secretText).toMatch(/^ptl_cs_[0-9A-Za-z]{46}$/);
  expect(products).toEqual([
    { productId: platformProductId, productName: platformProductName, key: expect.any(String) },
  ]);
  expect(await matchSecret(database, id, hashToken(secrets[0]?.secretText ?? ''))).toBe(true);
  expect(await findSubscriptionKey(database, products[0]?.key ?? '')).toMatchObject({
    applicationId: id,
    tenantId: group.tenantId,
    productId: platformProductId,
    apiApplicationId: platformApiId,
    slot: 'primary',
    revoked: false,
    disabled: false,
  });
  expect(await selectRegistration(database, id)).toMatchObject({
    clientType: 'Confidential',
    redirectUrls: ['https://demo.example.com/oidc'],
    servicePrincipalId: expect.any(String),
    firstParty: false,
  });

  const read = await readApplication(database, { applicationId: id, scope: 'everywhere', withSecrets: { box } });
  expect(read).toEqual(made.resource);
  const bare = wireOf(await readApplication(database, { applicationId: id, scope: { projectId: group.projectId } }));
  expect([bare.secrets[0]?.secretText, bare.products[0]?.key]).toEqual([undefined, undefined]);
  const again = { action: 'noChange', resource: made.resource, revision: 1, changes: [], effects: [], warnings: [] };
  expect(await plan(group, wanted)).toEqual(again);
  expect(await upsert(group, wanted)).toEqual(again);
  expect(await auditOf(id)).toEqual(['application.created', 'application.secret-issued']);
});

test('an API, a client of it by its URI, and the API that lets the client in', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  const uri = `api://orders-${randomUUID()}`;
  const apiId = wireOf((await upsert(group, api('Orders API', { appIdUri: `${uri}/` }))).resource).id;
  expect(await selectRegistration(database, apiId)).toMatchObject({ isApi: true, appIdUri: uri, scopes: ['read'] });
  const spa = app(
    'Front',
    { clientType: 'Spa', redirectUrls: ['https://front.example.com/'] },
    {
      apiAcceses: [{ apiClientId: uri, scopes: ['read'] }],
    },
  );
  const made = await upsert(group, spa);
  expect(made.resource.sections.advanced.apiAcceses).toEqual([{ apiClientId: apiId, scopes: ['read'] }]);
  expect(wireOf(made.resource).secrets).toEqual([]);
  expect(await plan(group, spa)).toMatchObject({ action: 'noChange', effects: [] });
  const opened = api('Orders API', {}, { clients: [{ clientId: made.resource.id, scopes: ['read'] }] });
  expect(await upsert(group, opened)).toMatchObject({
    action: 'update',
    changes: [
      { path: '/sections/advanced/clients', before: [], after: [{ clientId: made.resource.id, scopes: ['read'] }] },
    ],
  });
  expect(await plan(group, opened)).toMatchObject({ action: 'noChange', changes: [] });
  const own = api('Orders API', {}, { apiAcceses: [{ apiClientId: apiId, scopes: ['read'] }] });
  expect(await upsert(group, own)).toMatchObject({ action: 'update' });
});

test('given members replace, absent ones stay, null clears; caches hear of it', async () => {
  const { makeGroup, expectPublished, auditOf } = bench();
  const group = await makeGroup();
  const [one, two] = [await service(group, 'Service one'), await service(group, 'Service two')];
  const first = await upsert(group, app('Changing', { services: [one, two], redirectUrls: ['https://a.example/'] }));
  const { id, secrets, products } = wireOf(first.resource);
  const change = app('Changing', { services: [two], redirectUrls: null, applicationUrl: 'https://a.example/' });
  const planned = await plan(group, change);
  expect(planned.changes.map(({ path }) => path)).toEqual([
    '/sections/properties/redirectUrls',
    '/sections/properties/applicationUrl',
    '/sections/properties/services',
  ]);
  await expectPublished([id], async () => {
    expect(await upsert(group, change)).toMatchObject({ revision: 2, resource: planned.resource });
  });
  const third = await upsert(group, { name: 'Changing', sections: { advanced: { secondFactorRequired: true } } });
  expect(third.resource.sections.properties).toMatchObject({
    services: [two],
    redirectUrls: [],
    clientType: 'Confidential',
  });
  expect(wireOf(third.resource)).toMatchObject({ id, secrets, products });
  expect(await auditOf(id)).toEqual([
    'application.created',
    'application.secret-issued',
    'application.changed',
    'application.changed',
  ]);
});

test('the right to manage subscriptions of a service that stays linked stays as people set it', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  const [one, two] = [await service(group, 'Service one'), await service(group, 'Service two')];
  const applicationId = wireOf((await upsert(group, app('Linked', { services: [one] }))).resource).id;
  await database
    .updateTable('applicationServices')
    .set({ mayManageSubscriptions: false })
    .where('applicationId', '=', applicationId)
    .execute();
  await upsert(group, app('Linked', { services: [two, one] }));
  const links = await database
    .selectFrom('applicationServices')
    .select(['serviceId', 'mayManageSubscriptions'])
    .where('applicationId', '=', applicationId)
    .orderBy('position')
    .execute();
  expect(links).toEqual([
    { serviceId: two, mayManageSubscriptions: true },
    { serviceId: one, mayManageSubscriptions: false },
  ]);
});

test('secrets: none, onlyIfEmpty and rollover', async () => {
  const { database, makeGroup, auditOf } = bench();
  const group = await makeGroup();
  const deploy = async (secretManagementOptions?: string | null) =>
    wireOf((await upsert(group, app('Secretive', { secretManagementOptions }))).resource);
  expect((await deploy('none')).secrets).toEqual([]);
  const first = await deploy();
  expect(first.secrets).toHaveLength(1);
  expect((await deploy('onlyIfEmpty')).secrets).toEqual(first.secrets);
  const second = await deploy('rollover');
  expect(second.secrets).toHaveLength(2);
  expect(second.secrets[1]).toEqual(first.secrets[0]);
  expect(await plan(group, app('Secretive', { secretManagementOptions: 'rollover' }))).toMatchObject({
    action: 'noChange',
    changes: [],
    effects: ['A new secret is issued (rollover).', 'The oldest is revoked.'],
  });
  const third = await deploy('rollover');
  expect(third.secrets).toHaveLength(2);
  expect(third.secrets[1]).toEqual(second.secrets[0]);
  const works = async (text: string | undefined) => await matchSecret(database, third.id, hashToken(text ?? ''));
  expect(await works(third.secrets[0]?.secretText)).toBe(true);
  expect(await works(third.secrets[1]?.secretText)).toBe(true);
  expect(await works(first.secrets[0]?.secretText)).toBe(false);
  // A rollover ends no tokens: users of the application must not notice it.
  expect(await selectRegistration(database, third.id)).toMatchObject({ credentialsVersion: 1 });
  expect(await auditOf(third.id)).toEqual([
    'application.created',
    'application.secret-issued',
    'application.secret-issued',
    'application.secret-revoked',
    'application.secret-issued',
  ]);
});

test('rollover on every deployment does not fill the table', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  let id = '';
  for (let round = 0; round < 30; round += 1) {
    id = wireOf((await upsert(group, app('Rolling', { secretManagementOptions: 'rollover' }))).resource).id;
  }
  const rows = await database
    .selectFrom('applicationSecrets')
    .select('version')
    .where('applicationId', '=', id)
    .execute();
  expect(rows.length).toBeLessThanOrEqual(22);
});

test('another client type ends tokens, revokes secrets that it has no use for, and puts the principal to sleep', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  const first = wireOf((await upsert(group, app('Turning'))).resource);
  const before = await selectRegistration(database, first.id);
  const turned = await upsert(group, app('Turning', { clientType: 'Spa', redirectUrls: ['https://a.example/'] }));
  expect(wireOf(turned.resource).secrets).toEqual([]);
  expect(await selectRegistration(database, first.id)).toMatchObject({
    credentialsVersion: 2,
    servicePrincipalId: null,
  });
  expect(await matchSecret(database, first.id, hashToken(first.secrets[0]?.secretText ?? ''))).toBe(false);
  const back = await upsert(group, app('Turning', { clientType: 'ClientCredentials' }));
  expect(wireOf(back.resource).secrets).toHaveLength(1);
  expect(await selectRegistration(database, first.id)).toMatchObject({
    clientType: 'ClientCredential',
    credentialsVersion: 3,
    servicePrincipalId: before?.servicePrincipalId,
  });
});

test('products: the platform’s own always, others by id, name or identifier; keys of those that stay stay', async () => {
  const { database, makeGroup, makeTenant, expectPublished } = bench();
  const group = await makeGroup();
  const insert = async (name: string, tenantId: string, isPublic = false) =>
    (
      await database
        .insertInto('apiProducts')
        .values({ name, tenantId, public: isPublic })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const own = await insert('Own Product, No 1', group.tenantId);
  const open = await insert(`Open ${randomUUID()}`, await makeTenant(), true);
  const foreign = await insert('Foreign', await makeTenant());
  const deploy = async (apiProductSubscriptions: unknown) =>
    await upsert(group, app('Subscriber', {}, { apiProductSubscriptions }));
  const first = wireOf(
    (await deploy([{ productId: 'own-product-no-1' }, { productId: open, productName: null }])).resource,
  );
  expect(first.products.map(({ productId }) => productId)).toEqual([own, open, platformProductId]);
  expect(new Set(first.products.map(({ key }) => key)).size).toBe(3);
  const listed = [{ productId: platformProductId }, { productName: 'OWN product, no 1' }];
  await expectPublished([first.id], () => deploy(listed));
  const second = wireOf((await deploy(listed)).resource);
  expect(second.products.map(({ productId }) => productId)).toEqual([platformProductId, own]);
  const keyOf = (found: typeof first, productId: string) =>
    found.products.find((one) => one.productId === productId)?.key;
  expect(keyOf(second, own)).toBe(keyOf(first, own));
  expect(await findSubscriptionKey(database, keyOf(first, open) ?? '')).toBeUndefined();
  expect((await deploy([{ productId: own, productName: 'Another name' }])).warnings).toMatchObject([
    { path: '/sections/advanced/apiProductSubscriptions/0/productName' },
  ]);
  for (const productId of [foreign, 'no-such-product']) {
    await expect(deploy([{ productId }])).rejects.toMatchObject({
      kind: 'unprocessable',
      details: [{ path: '/sections/advanced/apiProductSubscriptions/0/productId' }],
    });
  }
  expect(wireOf((await deploy(null)).resource).products.map(({ productId }) => productId)).toEqual([platformProductId]);
});

test('all problems are told at once, with places; nothing remains', async () => {
  const { database, makeGroup, makeProject, makeTenant } = bench();
  const tenantId = await makeTenant();
  const project = await makeProject(tenantId);
  const [group, sibling] = [await makeGroup(project), await makeGroup(project)];
  const elsewhere = await makeGroup(await makeProject(tenantId));
  const serviceElsewhere = await service(sibling, 'Sibling service');
  const foreignApi = wireOf((await upsert(elsewhere, api('Foreign API', { appIdUri: 'api://taken' }))).resource).id;
  const siblingApi = wireOf((await upsert(sibling, api('Sibling API'))).resource).id;
  const client = wireOf((await upsert(group, app('No API at all'))).resource).id;
  const wrong = app(
    'Wrong',
    {
      redirectUrls: ['http://a.example/'],
      services: [serviceElsewhere],
      appIdUri: 'api://taken',
      secretManagementOptions: 'always',
    },
    {
      apiAcceses: [
        { apiClientId: foreignApi, scopes: ['read'] },
        { apiClientId: siblingApi, scopes: ['read', 'write'] },
        { apiClientId: client, scopes: [] },
        { apiClientId: siblingApi.toUpperCase(), scopes: [] },
        { apiClientId: 'api://nowhere', scopes: [] },
      ],
    },
  );
  await expect(upsert(group, wrong)).rejects.toMatchObject({
    kind: 'invalid',
    code: 'application.invalid',
    details: [
      { path: '/sections/properties/redirectUrls/0' },
      { path: '/sections/properties/secretManagementOptions' },
      { path: '/sections/properties/services/0' },
      { path: '/sections/properties/appIdUri' },
      { path: '/sections/advanced/apiAcceses/0/apiClientId' },
      { path: '/sections/advanced/apiAcceses/1/scopes' },
      { path: '/sections/advanced/apiAcceses/2/apiClientId' },
      { path: '/sections/advanced/apiAcceses/3/apiClientId' },
      { path: '/sections/advanced/apiAcceses/4/apiClientId' },
    ],
  });
  const platformUri = api('Impostor', { appIdUri: 'api://portolan' });
  await expect(upsert(group, platformUri)).rejects.toMatchObject({
    details: [{ path: '/sections/properties/appIdUri' }],
  });
  expect(
    await database.selectFrom('resources').select('name').where('resourceGroupId', '=', group.id).execute(),
  ).toEqual([{ name: 'No API at all' }]);
  // The same URI is free in another tenant.
  expect(await upsert(await makeGroup(), api('Elsewhere', { appIdUri: 'api://taken' }))).toMatchObject({
    action: 'create',
  });
});

test('a name in another group, or of a service, is never moved', async () => {
  const { makeProject, makeGroup } = bench();
  const project = await makeProject();
  const [one, other] = [await makeGroup(project), await makeGroup(project)];
  await upsert(one, app('Taken name'));
  await service(one, 'Service name');
  await expect(upsert(other, app('Taken name'))).rejects.toMatchObject({ code: 'resource.other-group' });
  await expect(upsert(one, app('Service name'))).rejects.toMatchObject({ code: 'resource.other-type' });
});

test('a new application says in one way what it is', async () => {
  const { makeGroup } = bench();
  const group = await makeGroup();
  const scopes = { publishedScopes: [{ scopeName: 'read' }] };
  const made = async (resource: Wire) => {
    const { resource: done } = await upsert(group, { name: `App ${randomUUID()}`, ...resource });
    return [done.sku, done.sections.properties.isApi, done.sections.properties.clientType];
  };
  expect(await made({ sku: 'api', sections: { properties: scopes } })).toEqual(['api', true, 'None']);
  expect(await made({ sections: { properties: { isApi: true, ...scopes } } })).toEqual(['api', true, 'None']);
  expect(await made({ sections: { properties: { isApi: true, clientType: 'Public', ...scopes } } })).toEqual([
    'app;api',
    true,
    'Public',
  ]);
  await expect(made({ sku: 'app' })).rejects.toMatchObject({ details: [{ path: '/sections/properties/clientType' }] });
  await expect(made({ sku: 'web' })).rejects.toMatchObject({ code: 'application.invalid' });
});

test('secrets in a template have no effect; a plan shows what nobody knows yet by its query', async () => {
  const { makeGroup } = bench();
  const group = await makeGroup();
  const given = app('Given secret', { secrets: [{ secretText: 'mine' }] });
  const { resource, warnings } = await upsert(group, given);
  expect(warnings).toMatchObject([{ path: '/sections/properties/secrets' }]);
  expect(JSON.stringify(resource)).not.toContain('mine');
  const unknown = app('Planned', { services: [new UnknownValue("resources[?name=='S'].id")] });
  expect((await plan(group, unknown)).changes).toContainEqual({
    path: '/sections/properties/services',
    query: "resources[?name=='S'].id",
  });
});

test('people are stopped by locks, deployments are not', async () => {
  const { makeGroup, makeProject } = bench();
  const project = await makeProject();
  const group = await makeGroup(project);
  await upsert(group, app('Locked', {}, {}, { locked: true }));
  const change = app('Locked', { applicationUrl: 'https://a.example/' });
  await expect(upsert(group, change, 'portal')).rejects.toMatchObject({ kind: 'locked', code: 'resource.locked' });
  expect(await upsert(group, change)).toMatchObject({ action: 'update' });
  expect(await upsert(group, { name: 'Locked', locked: false }, 'portal')).toMatchObject({ action: 'update' });
  const locked = await makeGroup(project, { locked: true });
  await expect(upsert(locked, app('Inside'), 'portal')).rejects.toMatchObject({ code: 'resource-group.locked' });
});

test('of ten requests that make the same application at once one does; two URIs at once have one winner', async () => {
  const { database, makeGroup, makeProject } = bench();
  const project = await makeProject();
  const group = await makeGroup(project);
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => upsert(group, app('Same name'))));
  expect(outcomes.filter((o) => o.status === 'fulfilled' && o.value.action === 'create')).toHaveLength(1);
  const uri = `api://race-${randomUUID()}`;
  const race = await Promise.allSettled(
    ['Racer one', 'Racer two'].map((name) => upsert(group, api(name, { appIdUri: uri }))),
  );
  expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const lost = race.find((outcome) => outcome.status === 'rejected')?.reason;
  const code = translateDatabaseError(lost, applicationConstraintRules)?.code ?? (lost as { code?: string }).code;
  expect(['application.app-id-uri-taken', 'application.invalid']).toContain(code);
  expect(await database.selectFrom('applications').select('id').where('appIdUri', '=', uri).execute()).toHaveLength(1);
});

test('deployments that roll over at once leave two secrets', async () => {
  const { database, box, makeGroup } = bench();
  const group = await makeGroup();
  const rolling = app('Rolling at once', { secretManagementOptions: 'rollover' });
  const { id } = wireOf((await upsert(group, rolling)).resource);
  await Promise.all(Array.from({ length: 5 }, () => upsert(group, rolling)));
  const read = await readApplication(database, { applicationId: id, scope: 'everywhere', withSecrets: { box } });
  expect(wireOf(read).secrets).toHaveLength(2);
});

test('neither secrets nor keys stand in the database or the audit log', async () => {
  const { database, makeGroup } = bench();
  const group = await makeGroup();
  const { secrets, products } = wireOf((await upsert(group, app('Canary'))).resource);
  const dump = JSON.stringify([
    await database.selectFrom('applicationSecrets').selectAll().execute(),
    await database.selectFrom('subscriptionKeys').selectAll().execute(),
    await database.selectFrom('auditLog').selectAll().execute(),
  ]);
  expect(dump).toContain(secrets[0]?.secretStart);
  for (const text of [secrets[0]?.secretText, products[0]?.key]) {
    expect(text).toBeTypeOf('string');
    expect(dump).not.toContain(text);
    expect(dump).not.toContain(Buffer.from(text ?? '').toString('base64'));
  }
});
