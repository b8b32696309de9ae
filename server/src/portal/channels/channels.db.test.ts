import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployService } from '../test/deploy-service.ts';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
let owner: Caller;
let tenantId: string;

beforeAll(async () => {
  bench = await openPortalBench();
  tenantId = await bench.makeTenant();
  owner = await bench.makeUser({ tenantId });
});
afterAll(async () => await bench.close());

const channelsOf = async (ways = {}) => {
  const { project, serviceId } = await deployService(bench, owner, ways);
  return { project, serviceId, path: `${project}/services/${serviceId}/channels` };
};

describe('channels of a service', () => {
  test('are listed with the default one first, added, renamed and deleted', async () => {
    const { path } = await channelsOf();
    expect((await bench.ask(owner, 'GET', path)).json()).toMatchObject({
      totalCount: 1,
      result: [{ name: 'General', default: true }],
    });
    const made = await bench.ask(owner, 'POST', path, { body: { name: '  News   today ' } });
    expect([made.statusCode, made.json().name]).toEqual([201, 'News today']);
    const taken = await bench.ask(owner, 'POST', path, { body: { name: 'news TODAY' } });
    expect(taken.statusCode).toBe(409);
    const { id } = made.json();
    const renamed = await bench.ask(owner, 'PUT', `${path}/${id}`, { body: { name: 'Outages', description: 'Rare' } });
    expect(renamed.json()).toEqual({ id, name: 'Outages', description: 'Rare', default: false });
    expect((await bench.ask(owner, 'DELETE', `${path}/${id}`)).statusCode).toBe(204);
    expect((await bench.ask(owner, 'GET', path)).json().totalCount).toBe(1);
    expect(await bench.auditOf(id)).toEqual(['channel.created', 'channel.changed', 'channel.deleted']);
  });

  test('keep their default, and refuse names that are none', async () => {
    const { path } = await channelsOf();
    const [channel] = (await bench.ask(owner, 'GET', path)).json().result;
    expect((await bench.ask(owner, 'DELETE', `${path}/${channel.id}`)).statusCode).toBe(409);
    const wrong = await bench.ask(owner, 'POST', path, { body: { name: '   ' } });
    expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([400, '/name']);
  });

  test('are changed by contributors, read by readers, and there for nobody of another project', async () => {
    const { project, path } = await channelsOf();
    const reader = await bench.makeUser({ tenantId });
    await bench.ask(owner, 'PUT', `${project}/members/${reader.id}`, { body: { role: 'reader' } });
    expect((await bench.ask(reader, 'GET', path)).statusCode).toBe(200);
    expect((await bench.ask(reader, 'POST', path, { body: { name: 'Mine' } })).statusCode).toBe(403);
    const other = await channelsOf();
    const [channel] = (await bench.ask(owner, 'GET', path)).json().result;
    const across = `${project}/services/${other.serviceId}/channels`;
    expect((await bench.ask(owner, 'GET', across)).statusCode).toBe(404);
    expect((await bench.ask(owner, 'POST', across, { body: { name: 'Theirs' } })).statusCode).toBe(404);
    const foreign = await bench.ask(owner, 'PUT', `${other.path}/${channel.id}`, { body: { name: 'Taken over' } });
    expect(foreign.statusCode).toBe(404);
  });
});

describe('what somebody wants of a channel', () => {
  test('is theirs to say, as long as they use the service', async () => {
    const { serviceId, path } = await channelsOf({ selfSubscribe: true });
    const [channel] = (await bench.ask(owner, 'GET', path)).json().result;
    const person = await bench.makeUser({ tenantId });
    const change = async (body: object, channelId = channel.id) =>
      (await bench.ask(person, 'PATCH', `/me/channels/${channelId}`, { body })).statusCode;
    expect(await change({ email: false })).toBe(404);
    await bench.ask(person, 'PUT', `/me/subscriptions/${serviceId}`);
    const mine = async () => (await bench.ask(person, 'GET', '/me/channels')).json().result;
    expect(await mine()).toMatchObject([{ channelId: channel.id, serviceId, notificationCenter: true, email: true }]);
    expect(await change({ email: false })).toBe(204);
    expect(await mine()).toMatchObject([{ notificationCenter: true, email: false }]);
    expect(await change({ notificationCenter: false })).toBe(204);
    expect(await mine()).toMatchObject([{ notificationCenter: false, email: false }]);
    expect(await change({ email: true }, randomUUID())).toBe(404);
    expect(await bench.auditOf(person.id)).toContain('channel.preference-changed');
  });
});
