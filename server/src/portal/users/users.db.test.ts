import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
let administrator: Caller;
let tenantId: string;

beforeAll(async () => {
  bench = await openPortalBench(2);
  tenantId = await bench.makeTenant();
  administrator = await bench.makeUser({ roles: ['administrator'] });
});
afterAll(async () => await bench.close());

const mailsTo = async (recipient: string) =>
  await bench.database.selectFrom('mails').select(['subject', 'state']).where('recipient', '=', recipient).execute();

describe('users are read', () => {
  test('by directory readers of their own tenant, and by administrators everywhere', async () => {
    const reader = await bench.makeUser({ tenantId, roles: ['directoryReader'] });
    const colleague = await bench.makeUser({ tenantId });
    const stranger = await bench.makeUser({ tenantId: await bench.makeTenant() });
    const headers = { 'x-supportcode': 'same' };
    expect((await bench.ask(reader, 'GET', `/users/${colleague.id}`)).json()).toMatchObject({
      id: colleague.id,
      email: colleague.email,
      state: 'activated',
      roles: [],
    });
    const hidden = await bench.ask(reader, 'GET', `/users/${stranger.id}`, { headers });
    const missing = await bench.ask(reader, 'GET', `/users/${randomUUID()}`, { headers });
    expect(hidden.statusCode).toBe(404);
    expect(hidden.body).toBe(missing.body);
    expect((await bench.ask(administrator, 'GET', `/users/${stranger.id}`)).statusCode).toBe(200);
    expect((await bench.ask(colleague, 'GET', `/users/${reader.id}`)).statusCode).toBe(403);
    const list = await bench.ask(reader, 'GET', `/users?tenantId=${stranger.tenantId}`);
    expect(list.json().result.every((user: { tenantId: string }) => user.tenantId === tenantId)).toBe(true);
    const found = await bench.ask(administrator, 'GET', `/users?search=${stranger.email.slice(0, 12)}`);
    expect(found.json()).toMatchObject({ totalCount: 1, result: [{ id: stranger.id }] });
    const invited = await bench.ask(administrator, 'GET', `/users?state=invited&tenantId=${stranger.tenantId}`);
    expect(invited.json().totalCount).toBe(0);
  });
});

describe('users are invited', () => {
  test('by mail, once per key, and again', async () => {
    const email = `${randomUUID()}@example.com`;
    const headers = { 'idempotency-key': randomUUID() };
    const body = { email, tenantId, firstName: 'Ida', lastName: 'Rhodes' };
    const first = await bench.ask(administrator, 'POST', '/users', { body, headers });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({
      created: true,
      confirmationUrl: null,
      user: { displayName: 'Rhodes, Ida', state: 'invited', tenantId },
    });
    expect((await bench.ask(administrator, 'POST', '/users', { body, headers })).json()).toEqual(first.json());
    expect(await mailsTo(email)).toHaveLength(1);
    const again = await bench.ask(administrator, 'POST', `/users/${first.json().user.id}/invite`);
    expect(again.json().confirmationUrl).toBeNull();
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('or by a link, without a mail', async () => {
    const email = `${randomUUID()}@example.com`;
    const answer = await bench.ask(administrator, 'POST', '/users', { body: { email, sendMail: false } });
    expect(answer.json().confirmationUrl).toMatch(/^http:\/\/localhost:4000\/identity\/register\?token=ptl_act_/);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('somebody who is there already is left as is', async () => {
    const user = await bench.makeUser({ tenantId });
    const answer = await bench.ask(administrator, 'POST', '/users', { body: { email: user.email, tenantId } });
    expect(answer.json()).toMatchObject({ created: false, user: { id: user.id, state: 'activated' } });
    expect((await bench.ask(administrator, 'POST', `/users/${user.id}/invite`)).statusCode).toBe(409);
  });

  test.each([
    ['a bad address', { email: 'nobody' }, 400],
    ['an unknown tenant', { email: 'a@example.com', tenantId: randomUUID() }, 404],
    ['a bad phone number', { email: 'b@example.com', phone: 'x' }, 400],
  ])('%s is refused', async (_, body, status) => {
    expect((await bench.ask(administrator, 'POST', '/users', { body })).statusCode).toBe(status);
  });
});

describe('administrators', () => {
  test('change profile, settings and address at once', async () => {
    const user = await bench.makeUser({ tenantId });
    const email = `${randomUUID()}@example.com`;
    const body = { firstName: 'Grace', lastName: 'Hopper', secondFactorRequired: true, email };
    const answer = await bench.ask(administrator, 'PATCH', `/users/${user.id}`, { body });
    expect(answer.json()).toMatchObject({
      displayName: 'Hopper, Grace',
      secondFactorRequired: true,
      email,
      emailVerified: false,
    });
    const taken = await bench.ask(administrator, 'PATCH', `/users/${user.id}`, {
      body: { firstName: 'No', email: (await bench.makeUser({ tenantId })).email },
    });
    expect(taken.statusCode).toBe(409);
    expect((await bench.ask(administrator, 'GET', `/users/${user.id}`)).json().firstName).toBe('Grace');
  });

  test('keep a user out on every node within a second, and let in again', async () => {
    const user = await bench.makeUser({ tenantId });
    const status = async () => (await bench.ask(user, 'GET', '/me', { node: 1 })).statusCode;
    expect(await status()).toBe(200);
    const answer = await bench.ask(administrator, 'POST', `/users/${user.id}/deactivate`);
    expect(answer.json().state).toBe('deactivated');
    await expect.poll(status, { timeout: 1_000, interval: 20 }).toBe(401);
    const left = await bench.database
      .selectFrom('oidcRecords')
      .select('model')
      .where('accountId', '=', user.id)
      .execute();
    expect(left).toEqual([]);
    expect((await bench.ask(administrator, 'POST', `/users/${user.id}/reactivate`)).json().state).toBe('activated');
    expect(await status()).toBe(401);
  });

  test('sign a user out, send a reset link, and delete', async () => {
    const user = await bench.makeUser({ tenantId, password: 'seven wild geese over water' });
    expect((await bench.ask(administrator, 'POST', `/users/${user.id}/reset-password`)).statusCode).toBe(204);
    expect(await mailsTo(user.email)).toMatchObject([{ subject: 'Choose a new password' }]);
    expect((await bench.ask(administrator, 'POST', `/users/${user.id}/sign-out`)).statusCode).toBe(204);
    await expect
      .poll(async () => (await bench.ask(user, 'GET', '/me')).statusCode, { timeout: 1_000, interval: 20 })
      .toBe(401);
    expect((await bench.ask(administrator, 'DELETE', `/users/${user.id}`)).statusCode).toBe(204);
    expect((await bench.ask(administrator, 'GET', `/users/${user.id}`)).statusCode).toBe(404);
    expect(await bench.auditOf(user.id)).toEqual(expect.arrayContaining(['user.sessions-ended', 'user.deleted']));
  });

  test('give and take roles; the last administrator stays', async () => {
    const user = await bench.makeUser({ tenantId });
    expect((await bench.ask(administrator, 'PUT', `/users/${user.id}/roles/directoryReader`)).statusCode).toBe(204);
    await expect
      .poll(async () => (await bench.ask(user, 'GET', '/users')).statusCode, { timeout: 1_000, interval: 20 })
      .toBe(200);
    await bench.ask(administrator, 'DELETE', `/users/${user.id}/roles/directoryReader`);
    await expect
      .poll(async () => (await bench.ask(user, 'GET', '/users')).statusCode, { timeout: 1_000, interval: 20 })
      .toBe(403);
    expect((await bench.ask(administrator, 'PUT', `/users/${user.id}/roles/king`)).statusCode).toBe(400);
    const last = await bench.ask(administrator, 'DELETE', `/users/${administrator.id}/roles/administrator`);
    expect(last.statusCode).toBe(409);
  });

  test('are the only ones who may', async () => {
    const reader = await bench.makeUser({ tenantId, roles: ['directoryReader'] });
    const victim = await bench.makeUser({ tenantId });
    const tries: ['POST' | 'PATCH' | 'DELETE' | 'PUT', string, unknown?][] = [
      ['POST', '/users', { email: 'x@example.com' }],
      ['PATCH', `/users/${victim.id}`, {}],
      ['DELETE', `/users/${victim.id}`],
      ['POST', `/users/${victim.id}/deactivate`],
      ['POST', `/users/${victim.id}/reset-password`],
      ['PUT', `/users/${reader.id}/roles/administrator`],
    ];
    for (const [method, path, body] of tries) {
      const answer = await bench.ask(reader, method, path, body === undefined ? {} : { body });
      expect([path, answer.statusCode]).toEqual([path, 403]);
    }
  });
});
