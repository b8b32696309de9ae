import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { systemTenantId } from '../../accounts/index.ts';
import { type Caller, useDirectoryBench } from '../test/directory-bench.ts';

const bench = useDirectoryBench();

const setUp = async (options: Parameters<ReturnType<typeof bench>['makeService']>[0] = {}) => {
  const serviceId = await bench().makeService(options);
  const caller = await bench().makeApplication({ services: [serviceId] });
  const user = await bench().makeUser();
  return { serviceId, caller, user, path: `/this/services/${serviceId}/subscribers/${user.id}` };
};

const put = (caller: Caller, path: string, body?: unknown, headers = {}) =>
  bench().ask(caller, 'PUT', path, { ...(body === undefined ? {} : { body }), headers });
const stateOf = async (caller: Caller, path: string) => {
  const answer = await bench().ask(caller, 'GET', path);
  expect(answer.statusCode).toBe(200);
  const { state, role } = answer.json();
  return { state, role };
};

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
});
