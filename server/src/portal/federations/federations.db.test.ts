import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestIssuer, type TestIssuer } from '../../../test/open-test-issuer.ts';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
let issuer: TestIssuer;
let administrator: Caller;
let tenantId: string;

beforeAll(async () => {
  bench = await openPortalBench();
  issuer = await openTestIssuer();
  administrator = await bench.makeUser({ roles: ['administrator'] });
  tenantId = await bench.makeTenant();
});
afterAll(async () => {
  await issuer.close();
  await bench.close();
});

const pathOf = (tenant = tenantId, rest = '') => `/tenants/${tenant}/federations${rest}`;
const bodyOf = (changes: object = {}) => ({
  name: 'Harbour Office',
  issuer: issuer.url,
  clientId: `portolan-${randomUUID()}`,
  clientSecret: 'a secret of the client',
  ...changes,
});
const make = async (changes: object = {}, tenant = tenantId) =>
  await bench.ask(administrator, 'POST', pathOf(tenant), { body: bodyOf(changes) });

describe('a federation', () => {
  test('is made, read, changed and deleted by administrators, and its secret is never shown', async () => {
    const made = await make({ domains: ['Example.COM'], claimMapping: { email: 'upn' } });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json();
    expect(made.headers.location).toBe(`/portal/v1${pathOf(tenantId, `/${id}`)}`);
    expect(made.json()).toMatchObject({
      tenantId,
      hasClientSecret: true,
      domains: ['example.com'],
      claimMapping: { email: 'upn' },
      scopes: ['openid', 'profile', 'email'],
      callbackUrl: 'http://localhost:4000/identity/federation/callback',
    });
    const read = await bench.ask(administrator, 'GET', pathOf(tenantId, `/${id}`));
    expect(read.json()).toEqual(made.json());
    const list = await bench.ask(administrator, 'GET', pathOf());
    expect(list.json().result.map((federation: { id: string }) => federation.id)).toContain(id);
    const change = { body: { enabled: false, name: 'Closed' } };
    const changed = await bench.ask(administrator, 'PATCH', pathOf(tenantId, `/${id}`), change);
    expect(changed.json()).toMatchObject({ enabled: false, name: 'Closed', hasClientSecret: true, issuer: issuer.url });
    const open = await bench.ask(administrator, 'PATCH', pathOf(tenantId, `/${id}`), { body: { clientSecret: null } });
    expect(open.json().hasClientSecret).toBe(false);
    const answers = [made, read, list, changed, open].map(({ body }) => body).join();
    expect(answers).not.toContain('a secret of the client');
    expect((await bench.ask(administrator, 'DELETE', pathOf(tenantId, `/${id}`))).statusCode).toBe(204);
    expect((await bench.ask(administrator, 'GET', pathOf(tenantId, `/${id}`))).statusCode).toBe(404);
    expect(await bench.auditOf(id)).toEqual([
      'federation.created',
      'federation.changed',
      'federation.changed',
      'federation.deleted',
    ]);
  });

  test('keeps its secret sealed in the store and out of the audit log', async () => {
    const { id } = (await make({ clientSecret: 'canary-of-the-federation' })).json();
    const { rows } = await sql<{ hits: string }>`
      SELECT count(*) AS hits FROM (
        SELECT f::text AS row FROM tenant_federations f UNION ALL SELECT a::text FROM audit_log a
      ) AS everything WHERE row LIKE '%canary-of-the-federation%'`.execute(bench.database);
    expect(rows).toEqual([{ hits: '0' }]);
    expect(id).toBeDefined();
  });

  test('with wrong members is refused, each named', async () => {
    const answer = await make({ issuer: 'http://idp.example.com', scopes: ['profile'], domains: ['not a domain'] });
    expect(answer.statusCode).toBe(400);
    const paths = answer.json().errors.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['/issuer', '/scopes', '/domains']);
  });

  test('is there once for an issuer and a client, made or changed', async () => {
    const clientId = randomUUID();
    await make({ clientId });
    expect((await make({ clientId })).statusCode).toBe(409);
    const { id } = (await make()).json();
    const clash = await bench.ask(administrator, 'PATCH', pathOf(tenantId, `/${id}`), { body: { clientId } });
    expect([clash.statusCode, clash.json().detail]).toEqual([
      409,
      'The tenant signs in at this issuer with this client already.',
    ]);
    expect((await make({ clientId }, await bench.makeTenant())).statusCode).toBe(201);
  });

  test('of another tenant is not found, and neither is one of no tenant', async () => {
    const { id } = (await make()).json();
    const other = await bench.makeTenant();
    for (const [method, rest] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const) {
      const options = method === 'PATCH' ? { body: {} } : {};
      const answer = await bench.ask(administrator, method, pathOf(other, `/${id}${rest}`), options);
      expect([method, rest, answer.statusCode]).toEqual([method, rest, 404]);
    }
    expect((await bench.ask(administrator, 'GET', pathOf(randomUUID()))).statusCode).toBe(404);
    expect((await make({}, randomUUID())).statusCode).toBe(404);
    const reader = await bench.makeUser({ tenantId, roles: ['directoryReader'] });
    expect((await bench.ask(reader, 'GET', pathOf())).statusCode).toBe(403);
  });
});

describe('the test of an issuer', () => {
  const probe = async (changes: object = {}) => {
    const { id } = (await make(changes)).json();
    return (await bench.ask(administrator, 'POST', pathOf(tenantId, `/${id}/test`))).json();
  };

  test('says what was found', async () => {
    issuer.behaviour.document = {};
    expect(await probe()).toEqual({
      issuer: issuer.url,
      problem: null,
      authorizationEndpoint: `${issuer.url}/authorize`,
      tokenEndpoint: `${issuer.url}/token`,
      userinfoEndpoint: `${issuer.url}/userinfo`,
      signingKeys: 1,
    });
  });

  test.each([
    [{ issuer: 'https://elsewhere.example' }, /of another issuer\.$/],
    [{ token_endpoint: undefined }, /no usable token_endpoint\.$/],
  ])('says what is wrong: %j', async (document, problem) => {
    issuer.behaviour.document = document;
    expect((await probe()).problem).toMatch(problem);
  });

  test('says that keys are missing, and that nobody answers', async () => {
    issuer.behaviour.document = { jwks_uri: `${issuer.url}/nothing` };
    expect((await probe()).problem).toBe('The keys of the issuer could not be read: The issuer answered 404.');
    const silent = await probe({ issuer: 'http://127.0.0.1:9' });
    expect(silent).toMatchObject({
      problem: 'The document of the issuer could not be read: it does not answer.',
      signingKeys: 0,
    });
  });
});
