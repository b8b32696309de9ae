import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { changePicture, createCompany, setMembership, systemTenantId } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { acting, useDirectoryBench } from '../test/directory-bench.ts';
import { setWidget } from '../widgets/set-widget.ts';

const bench = useDirectoryBench();

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const makeCompany = async (userId: string, name: string, state: 'member' | 'requested' = 'member') =>
  await inTransaction(bench().database, async (t) => {
    const company = await createCompany(t, acting, { tenantId: systemTenantId, company: { name } });
    const scope = { tenantId: systemTenantId };
    await setMembership(t, acting, { companyId: company.id, userId, scope, state, administrator: false });
    return company.id;
  });

describe('GET /my/profile', () => {
  test('gives every member of MyUserInfo', async () => {
    const { ask, makeUser } = bench();
    const user = await makeUser({
      firstName: 'Ada',
      lastName: 'Lovelace',
      countryCode: 'GB',
      phone: '+44 20 1234',
    });
    await makeCompany(user.id, 'Analytical Engines');
    await makeCompany(user.id, 'Waiting', 'requested');
    const response = await ask(user, 'GET', '/my/profile');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      profilePageUrl: 'http://localhost:4000/profile',
      messagesUrl: '/my/messages',
      identity: `/directory/users/${user.id}`,
      servicesUrl: '/my/services',
      companiesUrl: '/my/companies',
      name: 'Lovelace, Ada',
      email: user.email,
      id: user.id,
      '#companies': 1,
      verifiedEmail: true,
      language: null,
      phone: '+44 20 1234',
      verifiedPhone: false,
      firstName: 'Ada',
      lastName: 'Lovelace',
      countryCode: 'GB',
      managedAccount: false,
      activated: true,
      accessHubEnabled: false,
    });
    expect(response.headers['x-supportcode']).toBeTruthy();
  });

  test.each(['/my/profile', '/MY/Profile/', '//my//profile'])('the path %s is the same', async (path) => {
    const { ask, makeUser } = bench();
    expect((await ask(await makeUser(), 'GET', path)).statusCode).toBe(200);
  });

  test('v2 is served by the same handler', async () => {
    const { app, makeUser } = bench();
    const { key, token, id } = await makeUser();
    const response = await app.inject({
      url: `/services/v2/my/profile?subscription-key=${key}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([response.statusCode, response.json().id]).toEqual([200, id]);
  });

  test('key, then token, then both of one application, then a user', async () => {
    const { ask, makeUser, makeApplication } = bench();
    const user = await makeUser();
    const other = await makeApplication();
    const statusOf = async (caller: { key: string; token: string } | undefined) =>
      (await ask(caller, 'GET', '/my/profile')).statusCode;
    expect(await statusOf(undefined)).toBe(401);
    expect(await statusOf({ ...user, key: '0'.repeat(32) })).toBe(401);
    expect(await statusOf({ ...user, token: 'nonsense' })).toBe(401);
    expect(await statusOf({ ...user, key: other.key })).toBe(403);
    const forbidden = await ask(other, 'GET', '/my/profile');
    expect([forbidden.statusCode, forbidden.json()]).toEqual([
      403,
      { Message: 'This is for users. The token is that of an application.' },
    ]);
  });
});

describe('GET /my/picture', () => {
  test('404 without a picture, the picture with one', async () => {
    const { ask, makeUser, database } = bench();
    const user = await makeUser();
    const missing = await ask(user, 'GET', '/my/picture');
    expect([missing.statusCode, missing.json().subCode]).toEqual([404, 1]);
    const scope = { tenantId: user.tenantId };
    await inTransaction(database, (t) => changePicture(t, acting, { userId: user.id, scope, image: png }));
    const response = await ask(user, 'GET', '/my/picture');
    expect(response.json()).toEqual({ Image: png.toString('base64'), MimeType: 'image/png' });
  });
});

test('GET /my/companies: those of the user, by name', async () => {
  const { ask, makeUser } = bench();
  const user = await makeUser();
  const second = await makeCompany(user.id, 'Zeta');
  const first = await makeCompany(user.id, 'alpha');
  await makeCompany((await makeUser()).id, 'Not mine');
  const response = await ask(user, 'GET', '/my/companies');
  expect(response.json()).toEqual([
    { identity: `/directory/companies/${first}`, tenantType: null, name: 'alpha', id: first, description: '' },
    { identity: `/directory/companies/${second}`, tenantType: null, name: 'Zeta', id: second, description: '' },
  ]);
});

describe('GET /my/services', () => {
  test('those that the user subscribes to, the visible ones below them, and no others', async () => {
    const { ask, makeUser, makeService, subscribe } = bench();
    const user = await makeUser();
    const root = await makeService({
      fields: { visible: false, serviceUrl: 'https://a.example.com', production: true },
    });
    const child = await makeService({ parentId: root });
    await makeService({ parentId: root, fields: { visible: false } });
    const pending = await makeService();
    await makeService();
    await subscribe(user, root);
    await subscribe(user, pending, 'pending');
    const services = (await ask(user, 'GET', '/my/services')).json() as { id: string }[];
    expect(new Set(services.map(({ id }) => id))).toEqual(new Set([root, child]));
    expect(services.find(({ id }) => id === root)).toEqual({
      serviceUrl: 'https://a.example.com',
      identity: `/directory/services/${root}`,
      ProductionService: true,
      name: `Service ${root.slice(0, 8)}`,
      id: root,
      description: `Service ${root.slice(0, 8)} & <more>`,
    });
  });

  test('the header tenantId limits them; empty counts as absent, nonsense is refused', async () => {
    const { ask, makeUser, makeService, makeTenant, subscribe } = bench();
    const user = await makeUser();
    const tenantId = await makeTenant();
    const [own, foreign] = [await makeService(), await makeService({ tenantId })];
    await subscribe(user, own);
    await subscribe(user, foreign);
    const idsFor = async (tenant: string) => {
      const response = await ask(user, 'GET', '/my/services', { headers: { TenantID: tenant } });
      return response.statusCode === 200 ? response.json().map(({ id }: { id: string }) => id) : response.statusCode;
    };
    expect(new Set(await idsFor(''))).toEqual(new Set([own, foreign]));
    expect(await idsFor(tenantId)).toEqual([foreign]);
    expect(await idsFor(randomUUID())).toEqual([]);
    expect(await idsFor('nonsense')).toBe(400);
  });
});

test('GET /my/widgets: every member, in order, of the services of the user and the tenant asked for', async () => {
  const { ask, makeUser, makeService, makeTenant, subscribe, database } = bench();
  const user = await makeUser();
  const tenantId = await makeTenant();
  const [service, foreign, other] = [await makeService(), await makeService({ tenantId }), await makeService()];
  await subscribe(user, service);
  await subscribe(user, foreign);
  const make = async (serviceId: string, name: string, sequenceNo: number) =>
    await inTransaction(database, (t) =>
      setWidget(t, acting, {
        serviceId,
        name,
        width: 2,
        height: 1,
        sequenceNo,
        url: 'https://a.example.com/tile',
        color: '#fff',
      }),
    );
  const last = await make(service, 'Last', 9);
  const first = await make(foreign, 'First', 1);
  await make(other, 'Not mine', 0);
  const all = await ask(user, 'GET', '/my/widgets');
  expect(all.json().map(({ id }: { id: string }) => id)).toEqual([first, last]);
  const some = await ask(user, 'GET', '/my/widgets', { headers: { tenantId: systemTenantId } });
  expect(some.json()).toEqual([
    {
      id: last,
      url: 'https://a.example.com/tile',
      name: 'Last',
      width: 2,
      height: 1,
      priority: 0,
      description: null,
      logoUrl: null,
      pictogramUrl: null,
      type: null,
      showTitle: true,
      supportsMobile: true,
      serviceId: service,
      sequenceNo: 9,
      color: '#fff',
      openInNewTab: false,
    },
  ]);
});
