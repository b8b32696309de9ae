import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
let administrator: Caller;

beforeAll(async () => {
  bench = await openPortalBench();
  administrator = await bench.makeUser({ roles: ['administrator'] });
});
afterAll(async () => await bench.close());

describe('tenants', () => {
  test('are made, found, changed and deactivated by administrators', async () => {
    const name = `Acme ${randomUUID()}`;
    const made = await bench.ask(administrator, 'POST', '/tenants', { body: { name } });
    expect(made.statusCode).toBe(201);
    const { id } = made.json();
    expect((await bench.ask(administrator, 'POST', '/tenants', { body: { name } })).statusCode).toBe(409);
    const found = await bench.ask(administrator, 'GET', `/tenants?search=${encodeURIComponent(name.toLowerCase())}`);
    expect(found.json()).toMatchObject({ totalCount: 1, result: [{ id, deactivatedOn: null }] });
    const person = await bench.makeUser({ tenantId: id });
    expect((await bench.ask(person, 'GET', '/me')).json()).toMatchObject({ tenantName: name });
    const changed = await bench.ask(administrator, 'PATCH', `/tenants/${id}`, { body: { deactivated: true } });
    expect(changed.json().deactivatedOn).not.toBeNull();
    await expect
      .poll(async () => (await bench.ask(person, 'GET', '/me')).statusCode, { timeout: 1_000, interval: 20 })
      .toBe(401);
    expect((await bench.ask(administrator, 'GET', `/tenants/${randomUUID()}`)).statusCode).toBe(404);
  });

  test('are nobody else’s business', async () => {
    const reader = await bench.makeUser({ roles: ['directoryReader'] });
    expect((await bench.ask(reader, 'GET', '/tenants')).statusCode).toBe(403);
    expect((await bench.ask(reader, 'GET', `/tenants/${reader.tenantId}`)).statusCode).toBe(403);
  });
});

describe('companies', () => {
  test('are kept by administrators and read by directory readers of the tenant', async () => {
    const tenantId = await bench.makeTenant();
    const reader = await bench.makeUser({ tenantId, roles: ['directoryReader'] });
    const foreign = await bench.makeUser({ tenantId: await bench.makeTenant(), roles: ['directoryReader'] });
    const body = { tenantId, name: 'Nordic Shipping', city: 'Bergen', countryCode: 'no', domains: ['Example.COM'] };
    const made = await bench.ask(administrator, 'POST', '/companies', { body });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({ tenantId, countryCode: 'NO', domains: ['example.com'], vat: null });
    const { id } = made.json();
    expect((await bench.ask(reader, 'GET', `/companies/${id}`)).json()).toMatchObject({ memberCount: 0 });
    const headers = { 'x-supportcode': 'same' };
    const hidden = await bench.ask(foreign, 'GET', `/companies/${id}`, { headers });
    const missing = await bench.ask(foreign, 'GET', `/companies/${randomUUID()}`, { headers });
    expect([hidden.statusCode, hidden.body]).toEqual([404, missing.body]);
    expect((await bench.ask(foreign, 'GET', '/companies')).json().totalCount).toBe(0);
    const changed = await bench.ask(administrator, 'PATCH', `/companies/${id}`, { body: { city: null, vat: '42' } });
    expect(changed.json()).toMatchObject({ city: null, vat: '42', name: 'Nordic Shipping' });
    const wrong = await bench.ask(administrator, 'PATCH', `/companies/${id}`, { body: { url: 'nowhere' } });
    expect(wrong.json().errors).toMatchObject([{ path: '/url' }]);
    expect((await bench.ask(reader, 'DELETE', `/companies/${id}`)).statusCode).toBe(403);
    expect((await bench.ask(administrator, 'DELETE', `/companies/${id}`)).statusCode).toBe(204);
  });

  test('have members of their own tenant', async () => {
    const tenantId = await bench.makeTenant();
    const person = await bench.makeUser({ tenantId });
    const stranger = await bench.makeUser({ tenantId: await bench.makeTenant() });
    const made = await bench.ask(administrator, 'POST', '/companies', { body: { tenantId, name: 'Members' } });
    const path = `/companies/${made.json().id}/members`;
    const options = { body: { administrator: true } };
    expect((await bench.ask(administrator, 'PUT', `${path}/${person.id}`, options)).statusCode).toBe(204);
    expect((await bench.ask(administrator, 'PUT', `${path}/${stranger.id}`, options)).statusCode).toBe(404);
    const list = await bench.ask(administrator, 'GET', path);
    expect(list.json()).toMatchObject({ totalCount: 1, result: [{ userId: person.id, administrator: true }] });
    expect((await bench.ask(administrator, 'GET', `${path}?state=requested`)).json().totalCount).toBe(0);
    expect((await bench.ask(person, 'GET', '/me/companies')).json()).toMatchObject({
      totalCount: 1,
      result: [{ name: 'Members', administrator: true }],
    });
    expect((await bench.ask(administrator, 'DELETE', `${path}/${person.id}`)).statusCode).toBe(204);
    expect((await bench.ask(administrator, 'GET', path)).json().totalCount).toBe(0);
  });
});
