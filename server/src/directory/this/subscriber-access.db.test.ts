import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { askForSubscription } from '../subscriptions/ask-for-subscription.ts';
import { useDirectoryBench } from '../test/directory-bench.ts';
import { pathOf, subscriberCalls } from '../test/subscriber-calls.ts';

const bench = useDirectoryBench();
const { setUp, put, stateOf } = subscriberCalls(bench);
const acting = { actor: { kind: 'system' } };

describe('tenants (contract B7)', () => {
  test('without the header users of the system tenant, with it those of its tenant', async () => {
    const tenantId = await bench().makeTenant();
    const serviceId = await bench().makeService({ tenantId });
    const caller = await bench().makeApplication({ tenantId, services: [serviceId] });
    const own = await bench().makeUser({ tenantId });
    const common = await bench().makeUser();
    expect((await put(caller, pathOf(serviceId, own))).statusCode).toBe(404);
    expect((await put(caller, pathOf(serviceId, own), {}, { tenantId })).statusCode).toBe(204);
    expect((await put(caller, pathOf(serviceId, common), {}, { tenantId: '' })).statusCode).toBe(204);
    expect((await put(caller, pathOf(serviceId, common), {}, { tenantId })).statusCode).toBe(404);
    const list = async (headers: Record<string, string>) =>
      (await bench().ask(caller, 'GET', '/this/subscribers?page=0&pageSize=10', { headers }))
        .json()
        .map(({ id }: { id: string }) => id);
    expect(await list({})).toEqual([common.id]);
    expect(await list({ tenantId: tenantId.toUpperCase() })).toEqual([own.id]);
    expect(await list({ tenantId: randomUUID() })).toEqual([]);
    expect(
      (await bench().ask(caller, 'GET', '/this/subscribers?page=0&pageSize=10', { headers: { tenantId: 'x' } }))
        .statusCode,
    ).toBe(400);
  });

  test('people of a tenant that is not the caller’s are not found, until they subscribe', async () => {
    const serviceId = await bench().makeService({ selfSubscribe: true });
    const caller = await bench().makeApplication({ services: [serviceId] });
    const tenantId = await bench().makeTenant();
    const stranger = await bench().makeUser({ tenantId });
    const path = pathOf(serviceId, stranger);
    const headers = { tenantId, 'x-supportCode': 's' };
    const nobody = await bench().ask(caller, 'GET', pathOf(serviceId, { id: randomUUID() }), { headers });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await bench().ask(caller, method, path, { headers });
      expect([answer.statusCode, answer.body]).toEqual([404, nobody.body]);
    }
    await askForSubscription(bench().deps, acting, { serviceId, user: stranger });
    expect(await stateOf(caller, path, { tenantId })).toEqual({ state: 'subscribing', role: null });
    expect((await bench().ask(caller, 'DELETE', path, { headers })).statusCode).toBe(204);
    expect((await put(caller, path, {}, headers)).statusCode).toBe(404);
  });

  test('platform administrators find everybody', async () => {
    const serviceId = await bench().makeService();
    const caller = await bench().makeApplication({ services: [serviceId], roles: ['administrator'] });
    const tenantId = await bench().makeTenant();
    const user = await bench().makeUser({ tenantId });
    expect((await put(caller, pathOf(serviceId, user), {}, { tenantId })).statusCode).toBe(204);
  });
});

describe('rights (contract B18, X2)', () => {
  test('without a key or a token 401, with those of two applications 403, as AuthError', async () => {
    const { caller, path } = await setUp();
    const other = await bench().makeApplication();
    const cases: [Record<string, string>, number][] = [
      [{}, 401],
      [{ 'ocp-apim-subscription-key': caller.key }, 401],
      [{ authorization: `Bearer ${caller.token}` }, 401],
      [{ 'ocp-apim-subscription-key': caller.key, authorization: 'Bearer x' }, 401],
      [{ 'ocp-apim-subscription-key': other.key, authorization: `Bearer ${caller.token}` }, 403],
    ];
    for (const [headers, status] of cases) {
      const answer = await bench().ask(undefined, 'PUT', path, { headers });
      expect(answer.statusCode).toBe(status);
      expect(Object.keys(answer.json())).toEqual(['Message']);
    }
  });

  test('reading needs the link; writing the right, or a user who administers the service', async () => {
    const { serviceId, user, path } = await setUp();
    const reader = await bench().makeApplication({ readOnly: [serviceId] });
    expect((await bench().ask(reader, 'GET', path)).statusCode).toBe(200);
    for (const method of ['PUT', 'DELETE']) {
      const answer = await bench().ask(reader, method, path);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toEqual({ Message: expect.any(String) });
    }
    const person = await bench().makeUser();
    const used = await bench().asUser(reader, person);
    expect((await put(used, path)).statusCode).toBe(403);
    await bench().addAdministrator(serviceId, person);
    expect((await put(used, path)).statusCode).toBe(204);
    expect((await put(used, pathOf(serviceId, user))).statusCode).toBe(204);
  });
});

describe('the one service of the application (contract B8)', () => {
  const calls = (userId: string): [string, string][] => [
    ['GET', '/this/subscribers?page=0&pageSize=10'],
    ['GET', `/this/subscribers/${userId}`],
    ['PUT', `/this/subscribers/${userId}`],
    ['DELETE', `/this/subscribers/${userId}`],
  ];

  test('is used', async () => {
    const { caller, user } = await setUp({ levels: ['Only'] });
    const [list, get, write, remove] = calls(user.id);
    const run = async ([method, path]: [string, string] = ['', '']) => await bench().ask(caller, method, path);
    expect((await run(write)).statusCode).toBe(204);
    expect((await run(get)).json()).toMatchObject({ state: 'subscribing', role: 'Only', id: user.id });
    expect((await run(list)).json()).toEqual([expect.objectContaining({ id: user.id, email: user.email })]);
    expect((await run(remove)).statusCode).toBe(204);
    expect((await run(list)).json()).toEqual([]);
  });

  test('is missing: 404', async () => {
    const caller = await bench().makeApplication();
    const { id } = await bench().makeUser();
    for (const [method, path] of calls(id)) {
      const answer = await bench().ask(caller, method, path);
      expect([answer.statusCode, answer.json().subCode]).toEqual([404, 1]);
    }
  });

  test('is not the only one: 300 with the ids, whatever the right to write', async () => {
    const ids = [await bench().makeService(), await bench().makeService()];
    const [first = '', second = ''] = ids;
    const { id } = await bench().makeUser();
    for (const links of [{ services: ids }, { services: [first], readOnly: [second] }]) {
      const caller = await bench().makeApplication(links);
      for (const [method, path] of calls(id)) {
        const answer = await bench().ask(caller, method, path);
        expect(answer.statusCode).toBe(300);
        expect(answer.json()).toMatchObject({ subCode: 2, supportCode: answer.headers['x-supportcode'] });
        expect(answer.json().information.split(', ').sort()).toEqual([...ids].sort());
      }
    }
  });

  test('is a child: writing is 400 and names the root', async () => {
    const rootId = await bench().makeService();
    const childId = await bench().makeService({ parentId: rootId });
    const caller = await bench().makeApplication({ services: [childId] });
    const { id } = await bench().makeUser();
    const answer = await put(caller, `/this/subscribers/${id}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(rootId);
  });

  test('may be read without the right to write, which is 403', async () => {
    const serviceId = await bench().makeService();
    const caller = await bench().makeApplication({ readOnly: [serviceId] });
    const { id } = await bench().makeUser();
    expect((await bench().ask(caller, 'GET', `/this/subscribers/${id}`)).statusCode).toBe(200);
    expect((await put(caller, `/this/subscribers/${id}`)).statusCode).toBe(403);
  });
});
