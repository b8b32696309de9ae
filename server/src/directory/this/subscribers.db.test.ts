import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { changePicture, systemTenantId } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { useDirectoryBench } from '../test/directory-bench.ts';
import { pathOf, subscriberCalls } from '../test/subscriber-calls.ts';

const bench = useDirectoryBench();
const { setUp, put, stateOf } = subscriberCalls(bench);
const acting = { actor: { kind: 'system' } };

describe('a subscription', () => {
  test('is made, read, made again without an effect, and removed', async () => {
    const { caller, user, path, serviceId } = await setUp();
    expect((await put(caller, path)).statusCode).toBe(204);
    expect((await bench().ask(caller, 'GET', path)).json()).toEqual({
      state: 'subscribing',
      role: null,
      identity: `/directory/users/${user.id}`,
      email: user.email,
      activated: true,
      tenantId: systemTenantId,
      name: user.displayName,
      id: user.id,
    });
    expect((await put(caller, path, {})).statusCode).toBe(204);
    expect(await bench().auditOf(`${serviceId}/${user.id}`)).toEqual(['subscription.subscribing']);
    expect((await bench().ask(caller, 'DELETE', path)).statusCode).toBe(204);
    expect((await bench().ask(caller, 'DELETE', path)).statusCode).toBe(204);
    expect(await stateOf(caller, path)).toEqual({ state: 'notSubscribing', role: null });
    expect(await bench().auditOf(`${serviceId}/${user.id}`)).toEqual([
      'subscription.subscribing',
      'subscription.notSubscribing',
    ]);
  });

  test('that never was reads as notSubscribing, and removing it is no error', async () => {
    const { caller, path, user, serviceId } = await setUp();
    expect(await stateOf(caller, path)).toEqual({ state: 'notSubscribing', role: null });
    expect((await bench().ask(caller, 'DELETE', path)).statusCode).toBe(204);
    expect(await bench().auditOf(`${serviceId}/${user.id}`)).toEqual([]);
  });

  test('asked for twenty times at once is made once and told once', async () => {
    const { caller, path, user, serviceId } = await setUp({ notification: 'send' });
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await put(caller, path)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 204));
    expect(await bench().auditOf(`${serviceId}/${user.id}`)).toEqual(['subscription.subscribing']);
    expect(await bench().mailsTo(user.email)).toHaveLength(1);
  });

  test('put and deleted at once ends as one of both, with an audit that agrees', async () => {
    const { caller, path, user, serviceId } = await setUp();
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, place) =>
        place % 2 === 0 ? await put(caller, path) : await bench().ask(caller, 'DELETE', path),
      ),
    );
    for (const { statusCode } of answers) expect([204, 409]).toContain(statusCode);
    const { state } = await stateOf(caller, path);
    const told = await bench().auditOf(`${serviceId}/${user.id}`);
    expect(told.at(-1)).toBe(`subscription.${state}`);
    expect(told.every((action, place) => action !== told[place - 1])).toBe(true);
  });
});

describe('an unknown', () => {
  test('user is 404, in JSON with subCode 1 and the support code', async () => {
    const { caller, serviceId } = await setUp();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await bench().ask(caller, method, pathOf(serviceId, { id: randomUUID() }), {
        headers: { 'x-supportCode': 'mine-1' },
      });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['x-supportcode']).toBe('mine-1');
      expect(answer.json()).toEqual({
        message: 'There is no such user.',
        information: 'user.not-found',
        subCode: 1,
        supportCode: 'mine-1',
      });
    }
  });

  test('service, and one that the application is not linked to, are the same 404', async () => {
    const { caller, user } = await setUp();
    const other = await bench().makeService();
    const bodies = await Promise.all(
      [other, randomUUID()].map(async (serviceId) => {
        const answer = await bench().ask(caller, 'GET', pathOf(serviceId, user), { headers: { 'x-supportCode': 's' } });
        expect(answer.statusCode).toBe(404);
        return answer.body;
      }),
    );
    expect(bodies[0]).toBe(bodies[1]);
  });

  test.each(['x', '123', "'; DROP TABLE users --", '%00'])('id %j is 400', async (id) => {
    const { caller, serviceId } = await setUp();
    const answer = await bench().ask(
      caller,
      'GET',
      `/this/services/${serviceId}/subscribers/${encodeURIComponent(id)}`,
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json().subCode).toBe(10);
  });
});

describe('lists', () => {
  test('go by name, then id, with links to the next page and the parameters checked', async () => {
    const serviceId = await bench().makeService();
    const caller = await bench().makeApplication({ services: [serviceId] });
    for (const lastName of ['Berg', 'anders', 'Dahl', 'Cruz', 'Ek']) {
      await put(caller, pathOf(serviceId, await bench().makeUser({ firstName: 'X', lastName })));
    }
    const get = async (query: string) =>
      await bench().ask(caller, 'GET', `/this/services/${serviceId}/subscribers?${query}`);
    const names = async (query: string) => (await get(query)).json().map(({ name }: { name: string }) => name);
    expect(await names('page=0&pageSize=2')).toEqual(['anders, X', 'Berg, X']);
    expect(await names('PAGE=1&pagesize=2')).toEqual(['Cruz, X', 'Dahl, X']);
    expect(await names('page=2&pageSize=2')).toEqual(['Ek, X']);
    expect(await names('page=3&pageSize=2')).toEqual([]);
    expect((await get('page=0&pageSize=2')).headers.link).toContain('page=1&pageSize=2');
    expect((await get('page=0&pageSize=2')).headers.link).toContain('rel="next"');
    expect((await get('page=2&pageSize=2')).headers.link).toBeUndefined();
    expect((await get('page=0&pageSize=5')).headers.link).toBeUndefined();
    for (const query of [
      '',
      'page=0',
      'pageSize=1',
      'page=-1&pageSize=1',
      'page=0&pageSize=0',
      'page=0&pageSize=10001',
      'page=1.5&pageSize=1',
      'page=a&pageSize=1',
      'page=1e2&pageSize=1',
    ]) {
      const answer = await get(query);
      expect([query, answer.statusCode, answer.json().subCode]).toEqual([query, 400, 10]);
    }
    expect((await get('page=2147483647&pageSize=10000')).json()).toEqual([]);
  });
});

describe('a picture', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  test('is shown of subscribers who have one, in any tenant; otherwise 404', async () => {
    const tenantId = await bench().makeTenant();
    const serviceId = await bench().makeService({ tenantId });
    const caller = await bench().makeApplication({ tenantId, services: [serviceId] });
    const user = await bench().makeUser({ tenantId });
    const path = pathOf(serviceId, user);
    const shown = async (headers = {}) => await bench().ask(caller, 'GET', `${path}/picture`, { headers });
    await put(caller, path, {}, { tenantId });
    expect((await shown()).statusCode).toBe(404);
    await inTransaction(bench().database, (t) =>
      changePicture(t, acting, { userId: user.id, scope: { tenantId }, image: png }),
    );
    expect((await shown()).json()).toEqual({ Image: png.toString('base64'), MimeType: 'image/png' });
    expect((await shown({ tenantId })).statusCode).toBe(200);
    expect((await shown({ tenantId: randomUUID() })).statusCode).toBe(404);
    await bench().ask(caller, 'DELETE', path, { headers: { tenantId } });
    expect((await shown()).statusCode).toBe(404);
    expect((await bench().ask(caller, 'GET', `${pathOf(serviceId, { id: randomUUID() })}/picture`)).statusCode).toBe(
      404,
    );
  });
});
