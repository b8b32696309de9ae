import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useDirectoryBench } from '../test/directory-bench.ts';

const bench = useDirectoryBench();

describe('GET /this/services', () => {
  test('lists what the application is linked to, by name, in pages', async () => {
    const ids = [];
    for (const name of ['Service C', 'service a', 'Service B']) ids.push(await bench().makeService({ name }));
    const [c, a, b] = ids;
    const caller = await bench().makeApplication({ services: ids });
    const get = async (query: string) => await bench().ask(caller, 'GET', `/this/services?${query}`);
    const first = await get('page=0&pageSize=2');
    expect(first.json()).toEqual([
      {
        identity: `/directory/services/${a}`,
        ProductionService: false,
        name: 'service a',
        id: a,
        description: 'service a & <more>',
      },
      expect.objectContaining({ id: b }),
    ]);
    expect(first.headers.link).toContain('page=1');
    expect((await get('page=1&pageSize=2')).json()).toEqual([expect.objectContaining({ id: c })]);
    expect((await get('page=1')).statusCode).toBe(400);
  });

  test('is empty for an application without services, and the same for its users', async () => {
    const caller = await bench().makeApplication();
    const user = await bench().asUser(caller, await bench().makeUser());
    for (const one of [caller, user]) {
      expect((await bench().ask(one, 'GET', '/this/services?page=0&pageSize=10')).json()).toEqual([]);
    }
  });
});

describe('administrators', () => {
  const setUp = async () => {
    const serviceId = await bench().makeService();
    const otherId = await bench().makeService();
    const caller = await bench().makeApplication({ services: [serviceId, otherId] });
    const anna = await bench().makeUser({ firstName: 'Anna', lastName: 'Ek' });
    const bert = await bench().makeUser({ firstName: 'Bert', lastName: 'Dahl', tenantId: await bench().makeTenant() });
    await bench().addAdministrator(serviceId, anna);
    await bench().addAdministrator(serviceId, bert);
    await bench().addAdministrator(otherId, anna);
    return { serviceId, otherId, caller, anna, bert };
  };

  test('of all services of the application', async () => {
    const { serviceId, otherId, caller, anna, bert } = await setUp();
    const answer = await bench().ask(caller, 'GET', '/this/administrators');
    expect(answer.json()).toHaveLength(3);
    expect(answer.json()[0]).toEqual({
      accessLevelUrl: `/this/services/${serviceId}/administrators/${bert.id}`,
      serviceId,
      identity: `/directory/users/${bert.id}`,
      email: bert.email,
      activated: true,
      tenantId: bert.tenantId,
      name: 'Dahl, Bert',
      id: bert.id,
    });
    const annas = answer.json().slice(1);
    expect(annas.map((one: { id: string }) => one.id)).toEqual([anna.id, anna.id]);
    expect(annas.map((one: { serviceId: string }) => one.serviceId).sort()).toEqual([serviceId, otherId].sort());
    const page = await bench().ask(caller, 'GET', '/this/administrators?page=1&pageSize=2');
    expect(page.json()).toHaveLength(1);
  });

  test('of one service, and one of them with everything', async () => {
    const { serviceId, otherId, caller, anna, bert } = await setUp();
    const list = await bench().ask(caller, 'GET', `/this/services/${otherId}/administrators`);
    expect(list.json().map(({ id }: { id: string }) => id)).toEqual([anna.id]);
    const one = await bench().ask(caller, 'GET', `/this/services/${serviceId}/administrators/${bert.id}`);
    expect(one.json()).toMatchObject({
      roles: [
        { type: 'serviceAdministrator', id: serviceId, identity: `/directory/roles/serviceAdministrator/${serviceId}` },
      ],
      id: bert.id,
      '#companies': 0,
      verifiedEmail: true,
      servicesUrl: `/directory/users/${bert.id}/services`,
    });
  });

  test('whoever is none is not found, in the same words as nobody', async () => {
    const { otherId, caller, bert } = await setUp();
    const bodies = await Promise.all(
      [bert.id, randomUUID()].map(async (id) => {
        const path = `/this/services/${otherId}/administrators/${id}`;
        const answer = await bench().ask(caller, 'GET', path, { headers: { 'x-supportCode': 's' } });
        expect(answer.statusCode).toBe(404);
        return answer.body;
      }),
    );
    expect(bodies[0]).toBe(bodies[1]);
  });

  test('of a service that the application is not linked to are not shown', async () => {
    const { serviceId } = await setUp();
    const stranger = await bench().makeApplication();
    expect((await bench().ask(stranger, 'GET', `/this/services/${serviceId}/administrators`)).statusCode).toBe(404);
    expect((await bench().ask(stranger, 'GET', '/this/administrators')).statusCode).toBe(403);
  });
});
