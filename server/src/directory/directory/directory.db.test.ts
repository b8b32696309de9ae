import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCompany, setMembership, systemTenantId } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { acting, type BenchUser, type Caller, useDirectoryBench } from '../test/directory-bench.ts';

const bench = useDirectoryBench();

const makeReader = async (tenantId = systemTenantId) =>
  await bench().makeUser({ tenantId, roles: ['directoryReader'] });
const makeAdministrator = async () => await bench().makeUser({ roles: ['administrator'] });

const makeCompany = async (members: readonly BenchUser[] = [], tenantId = systemTenantId) =>
  await inTransaction(bench().database, async (t) => {
    const company = {
      name: `Company ${randomUUID()}`,
      domains: ['example.com', 'example.org'],
      vat: 'GB 1',
      city: 'London',
    };
    const { id } = await createCompany(t, acting, { tenantId, company });
    for (const [place, { id: userId }] of members.entries()) {
      const membership = { companyId: id, userId, scope: { tenantId }, state: 'member' as const };
      await setMembership(t, acting, { ...membership, administrator: place === 0 });
    }
    return id;
  });

const get = async (caller: Caller, path: string, headers: Record<string, string> = {}) =>
  await bench().ask(caller, 'GET', path, { headers });

describe('rights (contract B18)', () => {
  const reads = [
    (id: string) => `/directory/companies/${id}`,
    (id: string) => `/directory/companies/${id}/users?page=0&pageSize=1`,
    (id: string) => `/directory/services/${id}`,
    (id: string) => `/directory/services/${id}/children`,
    (id: string) => `/directory/services/${id}/users`,
    (id: string) => `/directory/services/${id}/subscribers`,
    (id: string) => `/directory/services/${id}/administrators/${id}`,
    (id: string) => `/directory/services/${id}/datacontainers`,
    (id: string) => `/directory/users/${id}`,
    (id: string) => `/directory/users/${id}/companies`,
    (id: string) => `/directory/users/${id}/services?page=0&pageSize=1`,
    (id: string) => `/directory/users/${id}/services/${id}`,
  ];

  test.each(reads)('%s: 403 for users, 404 for readers where there is nothing', async (path) => {
    const { makeUser } = bench();
    const id = randomUUID();
    expect((await get(await makeUser(), path(id))).statusCode).toBe(403);
    expect((await get(await makeReader(), path(id))).statusCode).toBe(404);
    expect((await get(await makeReader(), path('nonsense'))).statusCode).toBe(400);
  });

  test('applications that act for themselves have rights of their own', async () => {
    const { makeApplication, makeUser } = bench();
    const user = await makeUser();
    const plain = await makeApplication();
    const reader = await makeApplication({ roles: ['directoryReader'] });
    expect((await get(plain, `/directory/users/${user.id}`)).statusCode).toBe(403);
    expect((await get(reader, `/directory/users/${user.id}`)).statusCode).toBe(200);
  });

  test.each<['GET' | 'POST' | 'PUT' | 'DELETE', (id: string) => string]>([
    ['DELETE', (id) => `/directory/users/${id}`],
    ['POST', (id) => `/directory/users/${id}/change/email`],
    ['GET', (id) => `/directory/users/${id}/resync/all`],
    ['PUT', (id) => `/directory/services/${id}/datacontainers/${id}?name=x`],
    ['DELETE', (id) => `/directory/services/${id}/datacontainers/${id}`],
    ['GET', (id) => `/cache/invalidate/${id}`],
  ])('%s %s is for platform administrators', async (method, path) => {
    const { ask } = bench();
    expect((await ask(await makeReader(), method, path(randomUUID()))).statusCode).toBe(403);
    expect((await ask(undefined, method, path(randomUUID()))).statusCode).toBe(401);
  });
});

describe('tenants (contract B7)', () => {
  test('a reader sees the own tenant, with the header or without it, and no other', async () => {
    const { makeUser, makeTenant } = bench();
    const tenantId = await makeTenant();
    const reader = await makeReader(tenantId);
    const [own, system] = [await makeUser({ tenantId }), await makeUser()];
    expect((await get(reader, `/directory/users/${own.id}`)).statusCode).toBe(200);
    expect((await get(reader, `/directory/users/${own.id}`, { tenantId })).statusCode).toBe(200);
    for (const headers of [{}, { tenantId: systemTenantId }, { tenantId }]) {
      const foreign = await get(reader, `/directory/users/${system.id}`, headers);
      const nothing = await get(reader, `/directory/users/${randomUUID()}`, headers);
      expect([foreign.statusCode, foreign.json().message]).toEqual([404, nothing.json().message]);
    }
  });

  test('an administrator sees the tenant of the header, and the system tenant without it', async () => {
    const { makeUser, makeTenant } = bench();
    const tenantId = await makeTenant();
    const administrator = await makeAdministrator();
    const [foreign, system] = [await makeUser({ tenantId }), await makeUser()];
    const statusOf = async (user: BenchUser, headers = {}) =>
      (await get(administrator, `/directory/users/${user.id}`, headers)).statusCode;
    expect([await statusOf(system), await statusOf(foreign)]).toEqual([200, 404]);
    expect([await statusOf(system, { tenantId }), await statusOf(foreign, { tenantId })]).toEqual([404, 200]);
  });
});

describe('companies', () => {
  test('every member of CompanyInfo', async () => {
    const { makeUser } = bench();
    const id = await makeCompany([await makeUser()]);
    const response = await get(await makeReader(), `/directory/companies/${id}`);
    expect(response.json()).toEqual({
      name: expect.stringContaining('Company '),
      url: null,
      usersUrl: `/directory/companies/${id}/users`,
      addressLines: [],
      id,
      city: 'London',
      country: null,
      customerId: null,
      countryCode: null,
      zipCode: null,
      '#employee': 1,
      domains: 'example.com,example.org',
      email: null,
      '#requests': 0,
      internalId: null,
      vat: 'GB 1',
    });
  });

  test('its users, a page at a time', async () => {
    const { makeUser } = bench();
    const people = await Promise.all(['Ada', 'Bea', 'Cid'].map((lastName) => makeUser({ lastName })));
    const reader = await makeReader();
    const path = `/directory/companies/${await makeCompany(people)}/users`;
    const first = await get(reader, `${path}?page=0&pageSize=2`);
    expect(first.json().map(({ name }: { name: string }) => name)).toEqual(['Ada', 'Bea']);
    expect(first.headers.link).toContain('page=1');
    const second = await get(reader, `${path}?page=1&pageSize=2`);
    expect([second.json().length, second.headers.link]).toEqual([1, undefined]);
    for (const query of ['', '?page=0', '?page=-1&pageSize=1', '?page=0&pageSize=0', '?page=0&pageSize=1.5']) {
      expect((await get(reader, path + query)).statusCode).toBe(400);
    }
  });
});

describe('services', () => {
  test('every member of ServiceInfo, and its children', async () => {
    const { makeService } = bench();
    const reader = await makeReader();
    const fields = {
      shortDescription: 's',
      description: 'd',
      category: 'c',
      apiAudience: 'a',
      pricingTier: 'p',
      public: true,
    };
    const root = await makeService({
      fields: { ...fields, serviceOwner: 'o', selfSubscribe: true, termsUrl: 't', serviceUrl: 'u' },
    });
    const child = await makeService({ parentId: root });
    expect((await get(reader, `/directory/services/${root}`)).json()).toEqual({
      name: `Service ${root.slice(0, 8)}`,
      shortDescription: 's',
      description: 'd',
      apiAudience: 'a',
      category: 'c',
      public: true,
      tenantId: systemTenantId,
      PricingTier: 'p',
      id: root,
      inherited: false,
      selfSubscribe: true,
      serviceOwner: 'o',
      termsOfUse: 't',
      lastUpdated: expect.stringMatching(/Z$/),
      parentUrl: null,
      parentId: null,
      childrenUrl: `/directory/services/${root}/children`,
      servicerUrl: 'u',
    });
    expect((await get(reader, `/directory/services/${child}`)).json()).toMatchObject({
      inherited: true,
      parentUrl: `/directory/services/${root}`,
      parentId: root,
    });
    const children = await get(reader, `/directory/services/${root}/children`);
    expect(children.json()).toMatchObject([{ id: child, identity: `/directory/services/${child}` }]);
  });

  test('users, subscribers with their details, and administrators', async () => {
    const { makeService, makeUser, makeTenant, subscribe, database } = bench();
    const reader = await makeReader();
    const serviceId = await makeService({ fields: { useAccessLevels: true, pricingTier: 'gold' } });
    const { id: levelId } = await database
      .insertInto('serviceAccessLevels')
      .values({ serviceId, name: 'Writer', position: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [ada, bea, waiting] = await Promise.all(['Ada', 'Bea_', 'Cid'].map((lastName) => makeUser({ lastName })));
    const foreign = await makeUser({ tenantId: await makeTenant() });
    if (ada === undefined || bea === undefined || waiting === undefined) throw new Error('nobody there');
    await subscribe(ada, serviceId, 'subscribing', levelId);
    await subscribe(bea, serviceId);
    await subscribe(waiting, serviceId, 'pending');
    await subscribe(foreign, serviceId);
    const users = await get(reader, `/directory/services/${serviceId}/users?page=0&pageSize=1`);
    expect(users.json()).toEqual([
      {
        identity: `/directory/users/${ada.id}`,
        email: ada.email,
        activated: true,
        tenantId: systemTenantId,
        name: 'Ada',
        id: ada.id,
      },
    ]);
    expect(users.headers.link).toContain('page=1');
    const path = `/directory/services/${serviceId}/subscribers`;
    const all = await get(reader, path);
    expect(all.json()).toMatchObject([{ user: { id: ada.id } }, { user: { id: bea.id }, role: null }]);
    expect(all.json()[0]).toMatchObject({
      service: { id: serviceId, ProductionService: false },
      role: { identity: `/directory/roles/accessLevel/${levelId}`, type: 'accessLevel', name: 'Writer', id: levelId },
      subscriptionState: { state: 'subscribing' },
      tenantId: systemTenantId,
      pricingTier: 'gold',
    });
    const found = async (query: string) =>
      (await get(reader, `${path}?${query}`)).json().map(({ user }: { user: { id: string } }) => user.id);
    expect(await found('filter=BEA_')).toEqual([bea.id]);
    expect(await found('filter=%25')).toEqual([]);
    expect(await found('pageNo=1')).toEqual([]);
    expect(await found('filter=&pageNo=')).toHaveLength(2);

    const administers = async (userId: string) =>
      (await get(reader, `/directory/services/${serviceId}/administrators/${userId}`)).json();
    expect(await administers(ada.id)).toBe(false);
    await database.insertInto('serviceAdministrators').values({ serviceId, userId: ada.id }).execute();
    expect(await administers(ada.id)).toBe(true);
    expect(await administers(foreign.id)).toMatchObject({ subCode: 1 });
  });

  test('data containers come, are renamed and go', async () => {
    const { ask, makeService, auditOf } = bench();
    const [reader, administrator] = [await makeReader(), await makeAdministrator()];
    const serviceId = await makeService();
    const id = randomUUID();
    const path = `/directory/services/${serviceId}/datacontainers`;
    expect((await get(reader, path)).json()).toEqual([]);
    const put = await ask(administrator, 'PUT', `${path}/${id.toUpperCase()}?name=%20First%20`);
    const container = { name: 'First', id, description: '', identity: `${path}/${id}` };
    expect([put.statusCode, put.json()]).toEqual([200, container]);
    expect((await ask(administrator, 'PUT', `${path}/${id}?name=Second`)).json()).toEqual({
      ...container,
      name: 'Second',
    });
    expect((await get(reader, path)).json()).toEqual([{ ...container, name: 'Second' }]);
    for (const query of ['', '?name=', `?name=${'x'.repeat(201)}`]) {
      expect((await ask(administrator, 'PUT', `${path}/${id}${query}`)).statusCode).toBe(400);
    }
    expect((await ask(administrator, 'DELETE', `${path}/${id}`)).statusCode).toBe(204);
    expect((await ask(administrator, 'DELETE', `${path}/${id}`)).statusCode).toBe(404);
    expect(await auditOf(id)).toEqual(['data-container.created', 'data-container.changed', 'data-container.deleted']);
  });
});

describe('users', () => {
  test('by their ids, in that order, without those who are not there', async () => {
    const { ask, makeUser, makeTenant } = bench();
    const reader = await makeReader();
    const [first, second] = [await makeUser(), await makeUser()];
    const foreign = await makeUser({ tenantId: await makeTenant() });
    const body = [second.id, foreign.id, first.id, randomUUID()];
    const response = await ask(reader, 'POST', '/directory/users', { body });
    expect(response.json().map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(response.json()[0]).toMatchObject({
      identity: `/directory/users/${second.id}`,
      servicesUrl: `/directory/users/${second.id}/services`,
      companiesUrl: `/directory/users/${second.id}/companies`,
      '#companies': 0,
    });
    for (const wrong of [['x'], 'x', {}, Array.from({ length: 1_001 }, () => first.id)]) {
      const refused = await ask(reader, 'POST', '/directory/users', {
        body: JSON.stringify(wrong),
        headers: { 'content-type': 'application/json' },
      });
      expect(refused.statusCode).toBe(400);
    }
  });

  test('by e-mail, in any case', async () => {
    const { makeUser } = bench();
    const reader = await makeReader();
    const user = await makeUser();
    const found = await get(reader, `/directory/users/by/email?email=${encodeURIComponent(user.email.toUpperCase())}`);
    expect(found.json()).toMatchObject([{ id: user.id, email: user.email }]);
    expect((await get(reader, '/directory/users/by/email?email=nobody')).json()).toEqual([]);
    expect((await get(reader, '/directory/users/by/email')).statusCode).toBe(400);
  });

  test('one, with companies, services and a subscription', async () => {
    const { makeUser, makeService, subscribe } = bench();
    const reader = await makeReader();
    const user = await makeUser({ firstName: 'Ada', lastName: 'Lovelace' });
    const companyId = await makeCompany([user]);
    const [root, other] = [await makeService(), await makeService()];
    const child = await makeService({ parentId: root });
    await subscribe(user, root);
    await subscribe(user, other, 'rejected');
    const path = `/directory/users/${user.id}`;
    expect((await get(reader, path)).json()).toMatchObject({ name: 'Lovelace, Ada', '#companies': 1 });
    expect((await get(reader, `${path}/companies`)).json()).toMatchObject([{ id: companyId }]);
    expect((await get(reader, `${path}/services?page=0&pageSize=5`)).json()).toMatchObject([{ id: root }]);
    expect((await get(reader, `${path}/services`)).statusCode).toBe(400);
    const stateOf = async (serviceId: string) =>
      (await get(reader, `${path}/services/${serviceId}`)).json().subscriptionState?.state;
    expect([await stateOf(root), await stateOf(child), await stateOf(other)]).toEqual([
      'subscribing',
      'subscribing',
      'rejected',
    ]);
    expect((await get(reader, `${path}/services/${await makeService()}`)).statusCode).toBe(404);
  });

  test('are deleted by administrators, and never the last of these', async () => {
    const { ask, makeUser, auditOf } = bench();
    const administrator = await makeAdministrator();
    const user = await makeUser();
    expect((await ask(administrator, 'DELETE', `/directory/users/${user.id}`)).statusCode).toBe(204);
    expect((await ask(administrator, 'DELETE', `/directory/users/${user.id}`)).statusCode).toBe(404);
    expect((await ask(user, 'GET', '/my/profile')).statusCode).toBe(401);
    expect(await auditOf(user.id)).toContain('user.deleted');
  });

  test('get another e-mail address from administrators, and the old one hears of it', async () => {
    const { ask, makeUser, database } = bench();
    const administrator = await makeAdministrator();
    const [user, other] = [await makeUser(), await makeUser()];
    const path = `/directory/users/${user.id}/change/email`;
    const change = async (body: object) => (await ask(administrator, 'POST', path, { body })).statusCode;
    const newAddress = `${randomUUID()}@example.com`;
    expect(await change({ newAddress: 'nonsense' })).toBe(400);
    expect(await change({ oldAddress: 'else@example.com', newAddress })).toBe(400);
    expect(await change({ newAddress: other.email })).toBe(409);
    expect(await change({ oldAddress: user.email.toUpperCase(), newAddress })).toBe(204);
    const changed = await get(administrator, `/directory/users/${user.id}`);
    expect(changed.json()).toMatchObject({ email: newAddress, verifiedEmail: false });
    const mails = await database.selectFrom('mails').select('subject').where('recipient', '=', user.email).execute();
    expect(mails).toEqual([{ subject: 'A change to your account' }]);
  });

  test('resync gives everything that belongs to a user', async () => {
    const { makeUser, makeService, subscribe, auditOf } = bench();
    const administrator = await makeAdministrator();
    const user = await makeUser();
    const companyId = await makeCompany([user]);
    const [serviceId, other] = [await makeService(), await makeService()];
    await subscribe(user, serviceId);
    await subscribe(user, other, 'pending');
    const response = await get(administrator, `/directory/users/${user.id}/resync/all`);
    expect(response.json()).toMatchObject({
      UserCompanies: [{ id: companyId }],
      AdminForCompanies: [companyId],
      Services: [{ id: serviceId }],
    });
    const states = response
      .json()
      .Subscriptions.map((each: { subscriptionState: { state: string } }) => each.subscriptionState.state);
    expect(new Set(states)).toEqual(new Set(['subscribing', 'pending']));
    expect(await auditOf(user.id)).toContain('user.resynced');
  });
});

describe('maintenance', () => {
  test('/Status is a map of words', async () => {
    const { makeUser } = bench();
    const response = await get(await makeUser(), '/status');
    expect(response.json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      status: 'pass',
      database: 'pass',
      signingKeys: 'pass',
      objectStore: 'pass',
      mail: 'pass',
    });
  });

  test('/cache/invalidate tells every node', async () => {
    const { deps } = bench();
    const heard: string[] = [];
    const unsubscribe = deps.bus.subscribe('credential', (id) => heard.push(id));
    const id = randomUUID();
    const administrator = await makeAdministrator();
    expect((await get(administrator, `/cache/invalidate/${id.toUpperCase()}`)).statusCode).toBe(204);
    await expect.poll(() => heard).toContain(id);
    unsubscribe();
    expect((await get(administrator, '/cache/invalidate/x')).statusCode).toBe(400);
  });
});
