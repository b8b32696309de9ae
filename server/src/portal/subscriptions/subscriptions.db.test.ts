import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployService } from '../test/deploy-service.ts';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
let owner: Caller;
let person: Caller;
let stranger: Caller;
let tenantId: string;
const open = { selfSubscribe: true };
const approved = { selfSubscribe: true, approvalNeeded: true };

beforeAll(async () => {
  bench = await openPortalBench();
  tenantId = await bench.makeTenant();
  owner = await bench.makeUser({ tenantId });
  person = await bench.makeUser({ tenantId });
  stranger = await bench.makeUser({ tenantId: await bench.makeTenant() });
});
afterAll(async () => await bench.close());

const ask = async (caller: Caller, serviceId: string) =>
  (await bench.ask(caller, 'PUT', `/me/subscriptions/${serviceId}`)).statusCode;
const stateOf = async (caller: Caller, serviceId: string): Promise<string | undefined> => {
  const { result } = (await bench.ask(caller, 'GET', '/me/subscriptions')).json();
  return result.find((row: { serviceId: string }) => row.serviceId === serviceId)?.state;
};
const requestsOf = async (caller: Caller, query = ''): Promise<string[]> => {
  const answer = await bench.ask(caller, 'GET', `/subscription-requests${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().result.map((row: { serviceId: string; userId: string }) => `${row.serviceId} ${row.userId}`);
};
const decide = async (caller: Caller, decision: string, serviceId: string, userId = person.id) =>
  (await bench.ask(caller, 'POST', `/services/${serviceId}/subscription-requests/${userId}/${decision}`)).statusCode;

describe('somebody', () => {
  test('joins a service that is open, once', async () => {
    const { serviceId } = await deployService(bench, owner, open);
    const offered = async () => {
      const { result } = (await bench.ask(person, 'GET', '/me/open-services?pageSize=1000')).json();
      return result.map(({ id }: { id: string }) => id).includes(serviceId);
    };
    expect(await offered()).toBe(true);
    expect([await ask(person, serviceId), await ask(person, serviceId)]).toEqual([204, 204]);
    expect(await stateOf(person, serviceId)).toBe('subscribing');
    expect(await offered()).toBe(false);
    expect(await bench.auditOf(`${serviceId}/${person.id}`)).toEqual(['subscription.subscribing']);
  });

  test('finds open services by the beginning of their name, in pages', async () => {
    const { serviceId, name } = await deployService(bench, owner, open);
    const found = await bench.ask(person, 'GET', `/me/open-services?search=${encodeURIComponent(name.toUpperCase())}`);
    expect(found.json()).toMatchObject({ totalCount: 1, result: [{ id: serviceId, approvalNeeded: false }] });
    const none = await bench.ask(person, 'GET', '/me/open-services?search=%25');
    expect(none.json().totalCount).toBe(0);
  });

  test('is not asked to a service that takes nobody by himself', async () => {
    const { serviceId } = await deployService(bench, owner);
    expect(await ask(person, serviceId)).toBe(403);
    expect(await stateOf(person, serviceId)).toBeUndefined();
  });

  test('of another tenant finds a service only when it is public', async () => {
    const hidden = await deployService(bench, owner, open);
    const shown = await deployService(bench, owner, { ...open, public: true });
    const headers = { 'x-supportcode': 'same' };
    const missing = await bench.ask(stranger, 'PUT', `/me/subscriptions/${randomUUID()}`, { headers });
    const answer = await bench.ask(stranger, 'PUT', `/me/subscriptions/${hidden.serviceId}`, { headers });
    expect([answer.statusCode, answer.body]).toEqual([404, missing.body]);
    expect(await ask(stranger, shown.serviceId)).toBe(204);
    const offered = await bench.ask(stranger, 'GET', '/me/open-services');
    expect(offered.body).not.toContain(hidden.serviceId);
  });
});

describe('a request', () => {
  test('waits until an owner of the project approves it', async () => {
    const { serviceId } = await deployService(bench, owner, approved);
    expect(await ask(person, serviceId)).toBe(204);
    expect(await stateOf(person, serviceId)).toBe('pending');
    expect(await requestsOf(owner)).toContain(`${serviceId} ${person.id}`);
    expect(await requestsOf(owner, `?serviceId=${serviceId}`)).toEqual([`${serviceId} ${person.id}`]);
    expect(await decide(owner, 'approve', serviceId)).toBe(204);
    expect(await stateOf(person, serviceId)).toBe('subscribing');
    expect(await requestsOf(owner, `?serviceId=${serviceId}`)).toEqual([]);
    expect(await decide(owner, 'approve', serviceId)).toBe(409);
  });

  test('is refused for good by an administrator of the service', async () => {
    const { project, serviceId } = await deployService(bench, owner, approved);
    const keeper = await bench.makeUser({ tenantId });
    await ask(person, serviceId);
    expect([await requestsOf(keeper), await decide(keeper, 'reject', serviceId)]).toEqual([[], 404]);
    await bench.ask(owner, 'PUT', `${project}/services/${serviceId}/administrators/${keeper.id}`);
    expect(await requestsOf(keeper)).toEqual([`${serviceId} ${person.id}`]);
    expect(await decide(keeper, 'reject', serviceId)).toBe(204);
    expect(await stateOf(person, serviceId)).toBe('rejected');
    expect(await ask(person, serviceId)).toBe(403);
    expect(await decide(keeper, 'approve', serviceId)).toBe(404);
  });

  test('is seen by contributors and platform administrators, and by nobody else', async () => {
    const { project, serviceId } = await deployService(bench, owner, approved);
    await ask(person, serviceId);
    const administrator = await bench.makeUser({ roles: ['administrator'] });
    const members: Record<string, Caller> = {};
    for (const role of ['contributor', 'reader']) {
      const member = await bench.makeUser({ tenantId });
      await bench.ask(owner, 'PUT', `${project}/members/${member.id}`, { body: { role } });
      members[role] = member;
    }
    const seen = async (caller: Caller | undefined) =>
      caller === undefined ? undefined : (await requestsOf(caller, `?serviceId=${serviceId}`)).length;
    expect([await seen(members.contributor), await seen(administrator)]).toEqual([1, 1]);
    expect([await seen(members.reader), await seen(stranger), await seen(person)]).toEqual([0, 0, 0]);
    const refused = [members.reader ?? stranger, stranger, person];
    for (const caller of refused) expect(await decide(caller, 'approve', serviceId)).toBe(404);
    expect(await decide(administrator, 'approve', serviceId)).toBe(204);
  });

  test('that nobody made is not found', async () => {
    const { serviceId } = await deployService(bench, owner, approved);
    expect(await decide(owner, 'approve', serviceId, person.id)).toBe(404);
    expect(await decide(owner, 'approve', randomUUID(), person.id)).toBe(404);
  });

  test('approved and rejected at once has one end', async () => {
    const { serviceId } = await deployService(bench, owner, approved);
    await ask(person, serviceId);
    const answers = await Promise.all(
      [1, 2, 3].flatMap(() => [decide(owner, 'approve', serviceId), decide(owner, 'reject', serviceId)]),
    );
    expect(answers.filter((status) => status === 204)).toHaveLength(1);
    expect((await bench.auditOf(`${serviceId}/${person.id}`)).length).toBe(2);
  });
});
