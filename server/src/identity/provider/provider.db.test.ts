import { createHash, randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { systemTenantId } from '../../accounts/index.ts';
import {
  type DatabaseConnections,
  type NotificationBus,
  openDatabase,
  openNotificationBus,
} from '../../platform/database/index.ts';
import { createEncryptionKey, createKeyRing, createSecretBox, hashToken } from '../../platform/secrets/index.ts';
import { createIdentityProvider, type IdentityProvider } from './create-identity-provider.ts';
import { rotateSigningKeys } from './signing-keys.ts';

let testDatabase: TestDatabase;
let databases: DatabaseConnections;
let bus: NotificationBus;
let app: FastifyInstance;
let identity: IdentityProvider;
let url: string;

const ring = createKeyRing([createEncryptionKey('k1', randomBytes(32))]);
const box = createSecretBox(ring);
const user = '11111111-1111-4111-8111-111111111111';
const webClient = '22222222-2222-4222-8222-222222222222';
const api = '33333333-3333-4333-8333-333333333333';
const machine = '44444444-4444-4444-8444-444444444444';
const implicitClient = '55555555-5555-4555-8555-555555555555';
const secret = 'the secret of the web client';
const redirect = 'https://app.example.com/callback';

const fill = async () => {
  const { main } = databases;
  await sql`INSERT INTO users (id, tenant_id, email, display_name, first_name, last_name, activated_at)
    VALUES (${user}, ${systemTenantId}, 'ada@example.com', 'Lovelace, Ada', 'Ada', 'Lovelace', now())`.execute(main);
  const application = async (
    id: string,
    name: string,
    type: string,
    isApi: boolean,
    redirects: string[],
    implicit = false,
  ) =>
    await sql`INSERT INTO applications (id, tenant_id, name, origin, client_type, is_api, redirect_urls, app_id_uri, allow_implicit_grant_flow)
      VALUES (${id}, ${systemTenantId}, ${name}, 'workspace', ${type}, ${isApi}, ${redirects}, ${isApi ? 'api://orders' : null}, ${implicit})`.execute(
      main,
    );
  await application(webClient, 'Web', 'Confidential', false, [redirect]);
  await application(api, 'Orders', 'None', true, []);
  await application(machine, 'Machine', 'ClientCredential', false, []);
  await application(implicitClient, 'Old page', 'Spa', false, [redirect], true);
  await sql`INSERT INTO application_scopes (application_id, name, position) VALUES (${api}, 'read', 0), (${api}, 'write', 1)`.execute(
    main,
  );
  for (const client of [webClient, machine]) {
    await sql`INSERT INTO application_api_accesses (application_id, api_application_id, scopes, position) VALUES (${client}, ${api}, '{read,write}', 0)`.execute(
      main,
    );
    await sql`INSERT INTO application_secrets (application_id, version, secret_hash, sealed_secret, secret_start)
      VALUES (${client}, 1, ${hashToken(secret + client)}, 'x', 'x')`.execute(main);
  }
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  databases = openDatabase({
    connection: testDatabase.connection,
    poolSize: 5,
    longPoolSize: 1,
    onError: () => undefined,
  });
  bus = await openNotificationBus(testDatabase.connection, () => undefined);
  await fill();
  app = Fastify();
  // The public address must be known before the provider is made, and the port only after listening.
  const port = await freePort();
  url = `http://localhost:${port}`;
  const text = (...parts: unknown[]) => parts.join(' ');
  const pages = {
    error: text,
    signOut: text,
    signedOut: text,
    enterDeviceCode: text,
    confirmDeviceCode: text,
    deviceDone: text,
  };
  identity = await createIdentityProvider({
    database: databases.main,
    box,
    ring,
    bus,
    publicUrl: url,
    pages,
    onError: (error) => {
      throw error;
    },
  });
  app.register(
    async (scope) => {
      scope.get('/interaction/:uid', async (request, reply) => {
        reply.hijack();
        await identity.current().interactionFinished(request.raw, reply.raw, { login: { accountId: user } });
      });
      scope.register(async (inner) => identity.mount(inner));
    },
    { prefix: '/identity' },
  );
  await app.listen({ port, host: 'localhost' });
});

afterAll(async () => {
  await app.close();
  await bus.close();
  await databases.close();
  await testDatabase.drop();
});

/** A browser that only knows cookies and redirects. */
const browse = async (start: string): Promise<{ status: number; location: string; body: string }> => {
  const jar = new Map<string, string>();
  let address = start;
  for (let hop = 0; hop < 10; hop += 1) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location') ?? '';
    if (location === '' || !new URL(location, address).href.startsWith(url))
      return { status: answer.status, location, body: await answer.text() };
    address = new URL(location, address).href;
  }
  throw new Error('too many redirects');
};

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

const authorize = async (changes: Record<string, string | undefined> = {}) => {
  const parameters = {
    client_id: webClient,
    response_type: 'code',
    redirect_uri: redirect,
    scope: 'openid profile email offline_access',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's',
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return await browse(`${url}/identity/authorize?${new URLSearchParams(given)}`);
};

const getToken = async (form: Record<string, string>, client = webClient, password = secret + client) => {
  const answer = await fetch(`${url}/identity/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client}:${encodeURIComponent(password)}`).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

const getCode = async (changes: Record<string, string> = {}): Promise<string> => {
  const { location } = await authorize(changes);
  return new URL(location).searchParams.get('code') ?? `none in ${location}`;
};

const exchange = async (code: string, more: Record<string, string> = {}) =>
  await getToken({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier, ...more });

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

describe('client credentials', () => {
  test.each([
    ['scope=<uri>/.default', { scope: 'api://orders/.default' }],
    ['scope=<id>/.default', { scope: `${api}/.default` }],
    ['resource=', { resource: 'api://orders', scope: 'read write' }],
    ['resource= with the id', { resource: api, scope: 'read write' }],
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

  test('with the secret in the form', async () => {
    const answer = await fetch(`${url}/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: machine,
        client_secret: secret + machine,
        scope: 'api://orders/.default',
      }),
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['a wrong secret', machine, 'wrong', 'invalid_client'],
    ['the text that stands for the secret', machine, `held-as-hash-${machine}`, 'invalid_client'],
    ['the secret of another client', machine, secret + webClient, 'invalid_client'],
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
  test('rotate: the new key signs, the old one still verifies, and no private part is published', async () => {
    const readKeys = async () =>
      ((await (await fetch(`${url}/identity/jwks`)).json()) as { keys: Record<string, string>[] }).keys;
    const before = await readKeys();
    await rotateSigningKeys({ database: databases.main, box }, true);
    await expect.poll(async () => (await readKeys()).length).toBe(2);
    const after = await readKeys();
    expect(after.map((key) => key.kid)).toContain(before[0]?.kid);
    expect(after.every((key) => key.d === undefined)).toBe(true);
    const { body } = await getToken({ grant_type: 'client_credentials', scope: 'api://orders/.default' }, machine);
    const [header = ''] = (body.access_token ?? '').split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    expect(kid).not.toBe(before[0]?.kid);
  });
});

test('no bearer secret lies in the database', async () => {
  const { body } = await exchange(await getCode());
  const { rows } = await sql<{ all: string }>`SELECT string_agg(r::text, ' ') AS all FROM oidc_records r`.execute(
    databases.main,
  );
  for (const value of [body.access_token, body.refresh_token]) expect(rows[0]?.all).not.toContain(value);
});
