import { randomBytes } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JWK, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actingSystem, systemTenantId } from '../../accounts/index.ts';
import { platformApiId, platformApiUri, platformScope } from '../applications/platform-registrations.ts';
import { listSignIns } from '../authenticate/sign-ins/list-sign-ins.ts';
import {
  challenge,
  type Form,
  type ProviderFixture,
  people,
  redirect,
  secretOf,
  startProviderFixture,
} from './provider-fixture.ts';
import { mostRotations, rotateSigningKeysNow } from './rotate-signing-keys-now.ts';
import { rotateSigningKeys } from './signing-keys.ts';

let fixture: ProviderFixture;
let url: string;
const { ada: user, web: webClient, api, machine, implicit: implicitClient } = people;

beforeAll(async () => {
  fixture = await startProviderFixture();
  url = fixture.url;
});
afterAll(async () => await fixture.close());

const authorize = async (changes?: Form) => await fixture.authorize(changes);
const getCode = async (changes?: Form) => await fixture.getCode(changes);
const exchange = async (code: string, changes?: Form) => await fixture.exchange(code, changes);
const getToken = async (form: Form, client?: string, password?: string) =>
  await fixture.getToken(form, client, password);

describe('discovery', () => {
  test('names addresses below the issuer, whatever the Host header says', async () => {
    const answer = await fetch(`${url}/identity/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example.com' },
    });
    const document = (await answer.json()) as Record<string, string>;
    expect(document.issuer).toBe(`${url}/identity`);
    expect(document.token_endpoint).toBe(`${url}/identity/token`);
    expect(document.authorization_endpoint).toBe(`${url}/identity/authorize`);
    expect(document.jwks_uri).toBe(`${url}/identity/jwks`);
  });
});

describe('authorization code', () => {
  test('signs in, tells who it is, and refreshes once', async () => {
    const { status, body } = await exchange(await getCode());
    expect(status).toBe(200);
    expect(decodeJwt(body.id_token ?? '')).toMatchObject({
      sub: user,
      aud: webClient,
      name: 'Lovelace, Ada',
      email: 'ada@example.com',
      tid: systemTenantId,
    });
    const info = await fetch(`${url}/identity/userinfo`, { headers: { authorization: `Bearer ${body.access_token}` } });
    expect(await info.json()).toMatchObject({ sub: user, email: 'ada@example.com', given_name: 'Ada' });
    const refreshed = await getToken({ grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' });
    expect(refreshed.status).toBe(200);
    const again = await getToken({ grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' });
    expect(again.body.error).toBe('invalid_grant');
    const family = await getToken({ grant_type: 'refresh_token', refresh_token: refreshed.body.refresh_token ?? '' });
    expect(family.body.error).toBe('invalid_grant');
  });

  test('gives an access token for an API with the claims of contract X4', async () => {
    const { body } = await exchange(await getCode({ scope: 'openid offline_access api://orders/read' }));
    expect(decodeJwt(body.access_token ?? '')).toMatchObject({
      iss: `${url}/identity`,
      aud: api,
      sub: user,
      azp: webClient,
      scp: 'read',
      tid: systemTenantId,
      name: 'Lovelace, Ada',
      email: 'ada@example.com',
      given_name: 'Ada',
      family_name: 'Lovelace',
    });
    const refreshed = await getToken({ grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' });
    expect(decodeJwt(refreshed.body.access_token ?? '')).toMatchObject({ aud: api, scp: 'read' });
  });

  test('gives a token for userinfo too, to whoever refreshes for scopes of OpenID Connect alone', async () => {
    const { body } = await exchange(await getCode({ scope: 'openid email offline_access api://orders/read' }));
    const ask = async (token: string | undefined) =>
      await fetch(`${url}/identity/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask(body.access_token)).status).toBe(401);
    const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' };
    const forUserinfo = (await getToken({ ...form, scope: 'openid email' })).body;
    expect(await (await ask(forUserinfo.access_token)).json()).toMatchObject({ sub: user, email: 'ada@example.com' });
    const again = await getToken({ ...form, refresh_token: forUserinfo.refresh_token ?? '', scope: 'openid read' });
    expect(decodeJwt(again.body.access_token ?? '')).toMatchObject({ aud: api, scp: 'read' });
  });

  test.each(['api://orders/.default', 'openid profile offline_access api://orders/.default'])(
    'is refreshed for %s with what was granted, not with all that the client may ask for',
    async (scope) => {
      const { body } = await exchange(await getCode({ scope: 'openid offline_access api://orders/read' }));
      const refreshed = await getToken({ grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '', scope });
      expect(refreshed.body.error).toBeUndefined();
      expect(decodeJwt(refreshed.body.access_token ?? '')).toMatchObject({ aud: api, scp: 'read' });
    },
  );

  test('leaves out of the answers about a person what is not known', async () => {
    const rename = async (first: string, last: string) =>
      await sql`UPDATE users SET first_name = ${first}, last_name = ${last} WHERE id = ${user}`.execute(
        fixture.database,
      );
    await rename('', '');
    const { body } = await exchange(await getCode());
    const info = await fetch(`${url}/identity/userinfo`, { headers: { authorization: `Bearer ${body.access_token}` } });
    for (const claims of [decodeJwt(body.id_token ?? ''), await info.json()]) {
      expect(claims).toMatchObject({ sub: user, name: 'Lovelace, Ada' });
      expect(claims).not.toHaveProperty('given_name');
      expect(claims).not.toHaveProperty('family_name');
    }
    await rename('Ada', 'Lovelace');
  });

  test('a code used twice at once has one winner at most, and the family ends', async () => {
    const code = await getCode();
    const answers = await Promise.all([exchange(code), exchange(code), exchange(code)]);
    const winners = answers.filter((answer) => answer.status === 200);
    expect(winners.length).toBeLessThanOrEqual(1);
    const [winner] = winners;
    if (winner === undefined) return;
    const later = await getToken({ grant_type: 'refresh_token', refresh_token: winner.body.refresh_token ?? '' });
    expect(later.body.error).toBe('invalid_grant');
  });

  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    [
      'implicitly, though not registered',
      {
        response_type: 'id_token',
        nonce: 'n',
        code_challenge: undefined,
        code_challenge_method: undefined,
        scope: 'openid',
      },
      'invalid_request',
    ],
    ['for an unknown API', { scope: 'openid api://nothing/read' }, 'invalid_target'],
    ['for an API by an unknown id', { resource: '99999999-9999-4999-8999-999999999999' }, 'invalid_target'],
  ])('is refused %s', async (_, changes, error) => {
    const { location } = await authorize(changes);
    expect(location).toMatch(new RegExp(`[?#&]error=${error}`));
    expect(location.startsWith(redirect)).toBe(true);
  });

  test.each([
    ['an unknown address', 'https://evil.example.com/callback'],
    ['a longer path', `${redirect}/more`],
    ['another port', 'https://app.example.com:444/callback'],
    ['a query', `${redirect}?a=b`],
    ['other case', 'https://app.example.com/Callback'],
    ['user info', 'https://app.example.com@evil.example.com/callback'],
  ])('never redirects to %s', async (_, address) => {
    const { status, location } = await authorize({ redirect_uri: address });
    expect(status).toBe(400);
    expect(location).toBe('');
  });

  test.each([
    ['a wrong verifier', { code_verifier: randomBytes(32).toString('base64url') }],
    ['another redirect address', { redirect_uri: 'https://app.example.com/other' }],
  ])('a code is refused with %s', async (_, changes) => {
    expect((await exchange(await getCode(), changes)).body.error).toBe('invalid_grant');
  });
});

describe('implicit flow', () => {
  test('works where it is registered', async () => {
    const { location } = await authorize({
      client_id: implicitClient,
      response_type: 'id_token',
      scope: 'openid',
      nonce: 'n',
      code_challenge: undefined,
      code_challenge_method: undefined,
    });
    expect(decodeJwt(new URLSearchParams(new URL(location).hash.slice(1)).get('id_token') ?? '')).toMatchObject({
      sub: user,
      nonce: 'n',
    });
  });
});

describe('a request that is sent ahead (RFC 9126)', () => {
  test('may name scopes by their API, and stands for the parameters once', async () => {
    const answer = await fetch(`${url}/identity/request`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: webClient,
        client_secret: secretOf(webClient),
        response_type: 'code',
        redirect_uri: redirect,
        scope: 'openid api://orders/read',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state: 's',
      }),
    });
    const { request_uri: requestUri } = (await answer.json()) as { request_uri: string };
    expect([answer.status, requestUri]).toEqual([201, expect.stringMatching(/^urn:ietf:params:oauth:request_uri:/)]);
    const ask = async () =>
      await fixture.browse(
        `${url}/identity/authorize?${new URLSearchParams({ client_id: webClient, request_uri: requestUri })}`,
      );
    const code = new URL((await ask()).location).searchParams.get('code') ?? '';
    const { body } = await exchange(code);
    expect(decodeJwt(body.access_token ?? '')).toMatchObject({ aud: api, scp: 'read' });
    expect((await ask()).body).toContain('invalid_request_uri');
  });
});

test('what nobody checks is not promised', async () => {
  const document = await (await fetch(`${url}/identity/.well-known/openid-configuration`)).json();
  expect(document).not.toHaveProperty('dpop_signing_alg_values_supported');
});

describe('client credentials', () => {
  test.each([
    ['scope=<uri>/.default', { scope: 'api://orders/.default' }],
    ['scope=<id>/.default', { scope: `${api}/.default` }],
    ['resource=', { resource: 'api://orders', scope: 'read write' }],
    ['resource= with the id', { resource: api, scope: 'read write' }],
    ['resource= alone, which means all', { resource: 'api://orders' }],
    ['resource= and no scope, which means all', { resource: api, scope: '' }],
  ])('by %s', async (_, form) => {
    const { status, body } = await getToken({ grant_type: 'client_credentials', ...form }, machine);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    expect(decodeJwt(body.access_token ?? '')).toMatchObject({
      aud: api,
      azp: machine,
      tid: systemTenantId,
      scp: 'read write',
    });
  });

  test('without an API means the platform, where the application has access to it', async () => {
    const ask = async () => await getToken({ grant_type: 'client_credentials' }, machine);
    const refused = await ask();
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
    expect(refused.body.error_description).toContain('/.default');
    await sql`INSERT INTO applications (id, tenant_id, name, origin, client_type, is_api, app_id_uri)
      VALUES (${platformApiId}, ${systemTenantId}, 'Platform', 'workspace', 'None', true, ${platformApiUri})`.execute(
      fixture.database,
    );
    await sql`INSERT INTO application_scopes (application_id, name, position)
      VALUES (${platformApiId}, ${platformScope}, 0)`.execute(fixture.database);
    await sql`INSERT INTO application_api_accesses (application_id, api_application_id, scopes, position)
      VALUES (${machine}, ${platformApiId}, ${[platformScope]}, 1)`.execute(fixture.database);
    const { body } = await ask();
    expect(decodeJwt(body.access_token ?? '')).toMatchObject({ aud: platformApiId, scp: platformScope });
  });

  test.each([
    ['a scope that the API does not publish', { resource: 'api://orders', scope: 'read nothing' }, 'invalid_scope'],
    ['a scope of OpenID Connect', { resource: 'api://orders', scope: 'openid' }, 'invalid_scope'],
    ['a scope without its API', { scope: 'read' }, 'invalid_target'],
    ['an unknown API', { resource: 'api://nothing' }, 'invalid_target'],
  ])('is refused for %s', async (_, form, error) => {
    const { status, body } = await getToken({ grant_type: 'client_credentials', ...form }, machine);
    expect([status, body.error, body.access_token]).toEqual([400, error, undefined]);
  });

  test('with the secret in the form', async () => {
    const answer = await fetch(`${url}/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: machine,
        client_secret: secretOf(machine),
        scope: 'api://orders/.default',
      }),
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['a wrong secret', machine, 'wrong', 'invalid_client'],
    ['the text that stands for the secret', machine, `held-as-hash-${machine}`, 'invalid_client'],
    ['the secret of another client', machine, secretOf(webClient), 'invalid_client'],
    ['an unknown client', '99999999-9999-4999-8999-999999999999', 'x', 'invalid_client'],
    ['what is no id', "x' OR 1=1", 'x', 'invalid_client'],
  ])('is refused with %s', async (_, client, password, error) => {
    const { status, body } = await getToken(
      { grant_type: 'client_credentials', scope: 'api://orders/.default' },
      client,
      password,
    );
    expect(status).toBe(401);
    expect(body.error).toBe(error);
  });
});

describe('signing keys', () => {
  interface PublishedKey {
    readonly kid: string;
    readonly alg: string;
    readonly d?: string;
  }
  const readKeys = async () => ((await (await fetch(`${url}/identity/jwks`)).json()) as { keys: PublishedKey[] }).keys;
  const rotate = async (endTokens = false) => await rotateSigningKeysNow(fixture, { acting: actingSystem, endTokens });
  const headerOf = (token = '') => decodeProtectedHeader(token);
  const askToken = async () =>
    (await getToken({ grant_type: 'client_credentials', scope: 'api://orders/.default' }, machine)).body.access_token;

  test('sign id tokens by the algorithm that clients expect, access tokens by the shorter one', async () => {
    const { body } = await exchange(await getCode({ scope: 'openid api://orders/read' }));
    const document = await (await fetch(`${url}/identity/.well-known/openid-configuration`)).json();
    expect(headerOf(body.id_token).alg).toBe('RS256');
    expect(headerOf(body.access_token).alg).toBe('ES256');
    expect(document).toMatchObject({ id_token_signing_alg_values_supported: ['RS256'] });
    const keys = createLocalJWKSet({ keys: (await readKeys()) as JWK[] });
    await expect(jwtVerify(body.id_token ?? '', keys)).resolves.toMatchObject({ payload: { aud: webClient } });
  });

  test('rotate: the new key signs, the old one still verifies, and no private part is published', async () => {
    const before = await readKeys();
    expect(before.map((key) => key.alg).sort()).toEqual(['ES256', 'RS256']);
    await rotate();
    await expect.poll(async () => (await readKeys()).length).toBe(4);
    const after = await readKeys();
    expect(after.map((key) => key.kid)).toEqual(expect.arrayContaining(before.map((key) => key.kid)));
    expect(after.every((key) => key.d === undefined)).toBe(true);
    expect(before.map((key) => key.kid)).not.toContain(headerOf(await askToken()).kid);
  });

  test('of before are published no more when what they signed shall end', async () => {
    const before = (await readKeys()).map((key) => key.kid);
    await rotate(true);
    await expect
      .poll(async () => (await readKeys()).map((key) => key.kid).some((kid) => before.includes(kid)))
      .toBe(false);
    expect(await readKeys()).toHaveLength(2);
  });

  test('of which a successor waits: a rotation at once takes a new one, and drops that', async () => {
    await sql`UPDATE signing_keys SET activated_at = now() - interval '91 days' WHERE state = 'active'`.execute(
      fixture.database,
    );
    await rotateSigningKeys(fixture);
    const waiting = await sql<{ id: string }>`SELECT id FROM signing_keys WHERE state = 'upcoming'`.execute(
      fixture.database,
    );
    expect(waiting.rows).toHaveLength(2);
    await rotateSigningKeys(fixture);
    const again = await sql<{ id: string }>`SELECT id FROM signing_keys WHERE state = 'upcoming'`.execute(
      fixture.database,
    );
    expect(again.rows).toEqual(waiting.rows);
    await rotate();
    const left = await sql<{
      id: string;
    }>`SELECT id FROM signing_keys WHERE id = ANY(${waiting.rows.map(({ id }) => id)})`;
    expect((await left.execute(fixture.database)).rows).toEqual([]);
  });

  test('cannot be rotated without end; the refusal says when it is possible again', async () => {
    const made = async () =>
      (await sql`SELECT FROM signing_keys WHERE algorithm = 'ES256'`.execute(fixture.database)).rows.length;
    while ((await made()) < mostRotations) await rotate();
    await expect(rotate()).rejects.toMatchObject({
      kind: 'tooManyRequests',
      message: expect.stringMatching(/next rotation is possible in (120|119) minutes/),
      headers: { 'retry-after': expect.stringMatching(/^7\d\d\d$/) },
    });
    await sql`UPDATE signing_keys SET created_at = created_at - interval '3 hours',
      verifies_until = verifies_until - interval '2 days'`.execute(fixture.database);
    await rotate();
    await rotateSigningKeys(fixture);
    expect(await made()).toBe(2);
  });
});

test('a session is listed with the browser that it was last used with', async () => {
  const jar = new Map<string, string>();
  await fixture.authorize({}, jar);
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'user-agent': 'Browser/1 caf\u00e9', 'x-forwarded-for': '192.0.2.1' };
  const parameters = { client_id: webClient, response_type: 'code', redirect_uri: redirect, scope: 'openid' };
  const query = new URLSearchParams({ ...parameters, code_challenge: challenge, code_challenge_method: 'S256' });
  await fetch(`${url}/identity/authorize?${query}`, { redirect: 'manual', headers });
  const signIns = await listSignIns({ handle: fixture.database, box: fixture.box }, { userId: user, grantId: 'x' });
  const [here] = signIns.filter(({ userAgent }) => userAgent?.startsWith('Browser/1') === true);
  expect(here).toMatchObject({ kind: 'browser', userAgent: 'Browser/1 caf?' });
  expect(['127.0.0.1', '::1']).toContain(here?.ipAddress);
  expect(here?.applications.map(({ id }) => id)).toEqual([webClient]);
});

test('no bearer secret lies in the database', async () => {
  const { body } = await exchange(await getCode());
  const { rows } = await sql<{ all: string }>`SELECT string_agg(r::text, ' ') AS all FROM oidc_records r`.execute(
    fixture.database,
  );
  for (const value of [body.access_token, body.refresh_token]) expect(rows[0]?.all).not.toContain(value);
});
