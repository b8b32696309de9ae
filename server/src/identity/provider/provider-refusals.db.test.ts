import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, publish } from '../../platform/database/index.ts';
import { hashToken } from '../../platform/secrets/index.ts';
import {
  challenge,
  type Form,
  type ProviderFixture,
  people,
  redirect,
  secretOf,
  startProviderFixture,
  verifier,
} from './provider-fixture.ts';

// What RFC 9700, RFC 6749, RFC 7636, RFC 8707 and the OpenID Connect conformance plans expect a provider to refuse.

let fixture: ProviderFixture;
beforeAll(async () => {
  fixture = await startProviderFixture();
});
afterAll(async () => await fixture.close());

const { web, otherWeb, machine, implicit, cli, api, ada, nobody } = people;

const post = async (path: string, form: Form, headers: Record<string, string> = {}) => {
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const answer = await fetch(`${fixture.url}/identity${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(given),
    redirect: 'manual',
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    location: answer.headers.get('location'),
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string | boolean>,
  };
};
const basic = (client: string, secret = secretOf(client)) => ({
  authorization: `Basic ${Buffer.from(`${client}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

describe('the authorization endpoint shows an error and redirects nowhere', () => {
  test.each<[string, Form]>([
    ['without a client', { client_id: undefined }],
    ['for an unknown client', { client_id: nobody }],
    ['for a client id that is none', { client_id: "x' OR '1'='1" }],
    ['for an API that is nobody’s client', { client_id: api }],
    ['for a client without redirect addresses', { client_id: machine }],
    ['without a redirect address', { redirect_uri: undefined }],
    [
      'to a host that begins like the registered one',
      { redirect_uri: 'https://app.example.com.evil.example/callback' },
    ],
    ['to a subdomain', { redirect_uri: 'https://x.app.example.com/callback' }],
    ['to another path', { redirect_uri: 'https://app.example.com/other' }],
    ['to a path that climbs', { redirect_uri: 'https://app.example.com/callback/../other' }],
    ['to a path that climbs in disguise', { redirect_uri: 'https://app.example.com/callback/%2e%2e/other' }],
    ['with a slash at the end', { redirect_uri: `${redirect}/` }],
    ['with a query', { redirect_uri: `${redirect}?next=https://evil.example` }],
    ['with a fragment', { redirect_uri: `${redirect}#x` }],
    ['with user info', { redirect_uri: 'https://app.example.com@evil.example/callback' }],
    ['without TLS', { redirect_uri: 'http://app.example.com/callback' }],
    ['to another port', { redirect_uri: 'https://app.example.com:8443/callback' }],
    ['with a backslash', { redirect_uri: 'https://app.example.com\\@evil.example/callback' }],
    ['with other letters in the path', { redirect_uri: 'https://app.example.com/Callback' }],
    ['to javascript:', { redirect_uri: 'javascript:alert(1)' }],
    ['to data:', { redirect_uri: 'data:text/html,x' }],
    ['to a relative address', { redirect_uri: '/callback' }],
    ['to an address with a line break', { redirect_uri: `${redirect}\r\nX: y` }],
  ])('%s', async (_, changes) => {
    const { status, location, body } = await fixture.authorize(changes);
    expect(status).toBe(400);
    expect(location).toBe('');
    expect(body).not.toMatch(/node_modules|\.js:|\.ts:/);
  });

  test('when a parameter comes twice', async () => {
    const { status, location } = await fixture.browse(
      `${fixture.url}/identity/authorize?client_id=${web}&redirect_uri=${encodeURIComponent(redirect)}&redirect_uri=https://evil.example&response_type=code`,
    );
    expect(status).toBe(400);
    expect(location).toBe('');
  });
});

describe('the authorization endpoint tells the client, and says who it is (RFC 9207)', () => {
  const implicitRequest = { client_id: implicit, code_challenge: undefined, code_challenge_method: undefined };
  test.each<[string, Form, string]>([
    ['without a response type', { response_type: undefined }, 'invalid_request'],
    ['an unknown response type', { response_type: 'magic' }, 'unsupported_response_type'],
    ['a token alone', { response_type: 'token' }, 'unsupported_response_type'],
    ['a response type that is not registered', { response_type: 'id_token', nonce: 'n' }, 'invalid_request'],
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE in the clear', { code_challenge: verifier, code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE by an unknown method', { code_challenge_method: 'S512' }, 'invalid_request'],
    ['a method without a challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge that is too short', { code_challenge: 'short' }, 'invalid_request'],
    ['a challenge with forbidden letters', { code_challenge: `${challenge.slice(0, 42)}!` }, 'invalid_request'],
    ['silently, when nobody is signed in', { prompt: 'none' }, 'login_required'],
    ['silently and with a question', { prompt: 'none login' }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
    ['a negative age', { max_age: '-1' }, 'invalid_request'],
    ['an age that is none', { max_age: 'old' }, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a request address', { request_uri: 'https://evil.example/request' }, 'request_uri_not_supported'],
    ['an inline registration', { registration: '{}' }, 'registration_not_supported'],
    ['a hint that is no token', { id_token_hint: 'x' }, 'invalid_request'],
    ['an unknown response mode', { response_mode: 'pigeon' }, 'unsupported_response_mode'],
    [
      'an id token in the query',
      { ...implicitRequest, response_type: 'id_token', scope: 'openid', nonce: 'n', response_mode: 'query' },
      'invalid_request',
    ],
    [
      'an id token without a nonce',
      { ...implicitRequest, response_type: 'id_token', scope: 'openid' },
      'invalid_request',
    ],
    [
      'an id token without openid',
      { ...implicitRequest, response_type: 'id_token', scope: 'profile', nonce: 'n' },
      'invalid_request',
    ],
    ['a resource that is no address', { resource: 'orders' }, 'invalid_target'],
    ['a resource with a fragment', { resource: 'api://orders#x' }, 'invalid_target'],
    ['a resource of nobody', { resource: 'api://nothing' }, 'invalid_target'],
    ['a resource without access', { client_id: otherWeb, resource: 'api://orders' }, 'invalid_target'],
    ['two APIs at once in one code', { scope: 'openid api://orders/read api://nothing/read' }, 'invalid_target'],
  ])('%s', async (_, changes, error) => {
    const { location } = await fixture.authorize(changes);
    expect(location.startsWith(redirect)).toBe(true);
    const answer = new URLSearchParams(
      location.includes('#') ? location.slice(location.indexOf('#') + 1) : new URL(location).search,
    );
    expect(answer.get('error')).toBe(error);
    expect(answer.get('state')).toBe('s');
    expect(answer.get('iss')).toBe(`${fixture.url}/identity`);
    expect(answer.get('code')).toBeNull();
  });

  test('form_post is answered with a form, and errors too', async () => {
    const good = await fixture.authorize({ response_mode: 'form_post' });
    expect(good.body).toMatch(/<form[^>]+action="https:\/\/app\.example\.com\/callback"/);
    const bad = await fixture.authorize({ response_mode: 'form_post', max_age: '-1' });
    expect(bad.body).toContain('name="error" value="invalid_request"');
  });

  test('a good answer says who it is from', async () => {
    const { location } = await fixture.authorize();
    expect(new URL(location).searchParams.get('iss')).toBe(`${fixture.url}/identity`);
  });
});

describe('the token endpoint refuses', () => {
  const goodCode = async () => ({
    grant_type: 'authorization_code',
    code: await fixture.getCode(),
    redirect_uri: redirect,
    code_verifier: verifier,
  });

  test.each<[string, Form, number, string]>([
    ['no grant type', {}, 400, 'invalid_request'],
    ['an unknown grant type', { grant_type: 'magic' }, 400, 'unsupported_grant_type'],
    ['passwords', { grant_type: 'password', username: 'a', password: 'b' }, 400, 'unsupported_grant_type'],
    ['no code', { grant_type: 'authorization_code', redirect_uri: redirect }, 400, 'invalid_request'],
    [
      'an unknown code',
      { grant_type: 'authorization_code', code: 'x'.repeat(43), redirect_uri: redirect, code_verifier: verifier },
      400,
      'invalid_grant',
    ],
    ['no refresh token', { grant_type: 'refresh_token' }, 400, 'invalid_request'],
    ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) }, 400, 'invalid_grant'],
    [
      'a device code of nobody',
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' },
      400,
      'invalid_request',
    ],
  ])('%s', async (_, form, status, error) => {
    expect(await fixture.getToken(form)).toMatchObject({ status, body: { error } });
  });

  test.each<[string, Form]>([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another redirect address', { redirect_uri: 'https://app.example.com/other' }],
  ])('a code with %s', async (_, changes) => {
    expect((await fixture.getToken({ ...(await goodCode()), ...changes })).body.error).toBe('invalid_grant');
  });

  test.each<[string, Form]>([
    ['no verifier', { code_verifier: undefined }],
    ['a verifier that is too short', { code_verifier: 'short' }],
    ['a verifier with forbidden letters', { code_verifier: `${'x'.repeat(42)}!` }],
    ['no redirect address', { redirect_uri: undefined }],
  ])('a code with %s', async (_, changes) => {
    const { status, body } = await fixture.getToken({ ...(await goodCode()), ...changes });
    expect(status).toBe(400);
    expect(['invalid_grant', 'invalid_request']).toContain(body.error);
  });

  test('a code of another client', async () => {
    const form = await goodCode();
    expect((await fixture.getToken(form, otherWeb)).body.error).toBe('invalid_grant');
  });

  test('a code that has expired', async () => {
    const form = await goodCode();
    await sql`UPDATE oidc_records SET expires_at = now() - interval '1 second' WHERE model = 'AuthorizationCode'`.execute(
      fixture.database,
    );
    expect((await fixture.getToken(form)).body.error).toBe('invalid_grant');
  });

  test('a code that was used, and what it had given ends', async () => {
    const form = await goodCode();
    const first = await fixture.getToken(form);
    expect(first.status).toBe(200);
    expect((await fixture.getToken(form)).body.error).toBe('invalid_grant');
    const info = await fetch(`${fixture.url}/identity/userinfo`, {
      headers: { authorization: `Bearer ${first.body.access_token}` },
    });
    expect(info.status).toBe(401);
    expect(
      (await fixture.getToken({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token })).body.error,
    ).toBe('invalid_grant');
  });

  test('a code of a user who was deactivated meanwhile', async () => {
    const form = await goodCode();
    await sql`UPDATE users SET deactivated_at = now() WHERE id = ${ada}`.execute(fixture.database);
    const { body } = await fixture.getToken(form);
    await sql`UPDATE users SET deactivated_at = NULL WHERE id = ${ada}`.execute(fixture.database);
    expect(body.error).toBe('invalid_grant');
  });

  test('a refresh token from before the password was changed', async () => {
    const { body } = await fixture.getToken(await goodCode());
    await sql`UPDATE users SET credentials_version = credentials_version + 1 WHERE id = ${ada}`.execute(
      fixture.database,
    );
    await sql`UPDATE users SET credentials_changed_at = now() + interval '2 seconds' WHERE id = ${ada}`.execute(
      fixture.database,
    );
    const refreshed = await fixture.getToken({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
    await sql`UPDATE users SET credentials_changed_at = now() - interval '1 day' WHERE id = ${ada}`.execute(
      fixture.database,
    );
    expect(refreshed.body.error).toBe('invalid_grant');
  });

  test('a change of the password moves the moment from which sessions count', async () => {
    await sql`UPDATE users SET credentials_version = credentials_version + 1 WHERE id = ${ada}`.execute(
      fixture.database,
    );
    const { rows } = await sql<{
      seconds: number;
    }>`SELECT extract(epoch FROM clock_timestamp() - credentials_changed_at)::float8 AS seconds FROM users WHERE id = ${ada}`.execute(
      fixture.database,
    );
    await sql`UPDATE users SET credentials_changed_at = now() - interval '1 day' WHERE id = ${ada}`.execute(
      fixture.database,
    );
    expect(rows[0]?.seconds).toBeLessThan(5);
  });

  test('a refresh token of another client', async () => {
    const { body } = await fixture.getToken(await goodCode());
    expect(
      (await fixture.getToken({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, otherWeb)).body.error,
    ).toBe('invalid_grant');
  });

  test('a refresh token that wants more than it was given', async () => {
    const code = await fixture.getCode({ scope: 'openid' });
    const { body } = await fixture.exchange(code);
    const wider = await fixture.getToken({
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
      scope: 'openid email',
    });
    expect(wider.body.error).toBe('invalid_scope');
  });

  test('a refresh token for another API', async () => {
    const { body } = await fixture.exchange(await fixture.getCode({ scope: 'openid' }));
    const other = await fixture.getToken({
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
      resource: 'api://orders',
    });
    expect(other.body.error).toBe('invalid_target');
  });

  test('a refresh token that has expired', async () => {
    const { body } = await fixture.getToken(await goodCode());
    await sql`UPDATE oidc_records SET expires_at = now() - interval '1 second' WHERE model = 'RefreshToken'`.execute(
      fixture.database,
    );
    expect(
      (await fixture.getToken({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).body.error,
    ).toBe('invalid_grant');
  });

  test('a refresh token used by three at once: one winner at the most, and the family ends', async () => {
    const { body } = await fixture.getToken(await goodCode());
    const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    const answers = await Promise.all([fixture.getToken(form), fixture.getToken(form), fixture.getToken(form)]);
    const winners = answers.filter((answer) => answer.status === 200);
    expect(winners.length).toBeLessThanOrEqual(1);
    for (const winner of winners) {
      expect(
        (await fixture.getToken({ grant_type: 'refresh_token', refresh_token: winner.body.refresh_token })).body.error,
      ).toBe('invalid_grant');
    }
  });

  const credentials = { grant_type: 'client_credentials', scope: 'api://orders/.default' };
  test.each<[string, Form, Record<string, string>, string]>([
    ['a client without its secret', { ...credentials, client_id: machine }, {}, 'invalid_client'],
    ['an empty secret', { ...credentials, client_id: machine, client_secret: '' }, {}, 'invalid_client'],
    [
      'two ways of proof at once',
      { ...credentials, client_id: machine, client_secret: secretOf(machine) },
      basic(machine),
      'invalid_request',
    ],
    ['two client ids', { ...credentials, client_id: web }, basic(machine), 'invalid_request'],
    ['credentials that are not base64', credentials, { authorization: 'Basic ***' }, 'invalid_request'],
    ['credentials of another scheme', credentials, { authorization: 'Digest x' }, 'invalid_request'],
    [
      'a client assertion',
      {
        ...credentials,
        client_id: machine,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: 'e30.e30.',
      },
      {},
      'invalid_client',
    ],
    [
      'a secret of a client that has none',
      { ...credentials, client_id: implicit, client_secret: 'x' },
      {},
      'invalid_client',
    ],
    ['client credentials of a page', { ...credentials, client_id: implicit }, {}, 'invalid_request'],
    ['client credentials of a native program', { ...credentials, client_id: cli }, {}, 'invalid_request'],
    ['client credentials for an API without access', { ...credentials }, basic(otherWeb), 'invalid_target'],
    [
      'client credentials for nobody’s API',
      { ...credentials, scope: 'api://nothing/.default' },
      basic(machine),
      'invalid_target',
    ],
  ])('%s', async (_, form, headers, error) => {
    const { status, body } = await post('/token', form, headers);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.error).toBe(error);
  });

  test.each<[string, string]>([
    ['revoked', 'revoked_at = now()'],
    ['expired', "expires_at = now() - interval '1 second'"],
  ])('a secret that was %s, within a second', async (_, change) => {
    await changeRow(sql`UPDATE application_secrets SET ${sql.raw(change)} WHERE application_id = ${machine}`);
    await expectSoon(401);
    await changeRow(sql`UPDATE application_secrets SET revoked_at = NULL, expires_at = NULL
      WHERE application_id = ${machine}`);
    expect((await post('/token', credentials, basic(machine))).status).toBe(200);
  });

  test('an application that was disabled, within a second', async () => {
    expect((await post('/token', credentials, basic(machine))).status).toBe(200);
    await changeRow(sql`UPDATE applications SET disabled_at = now() WHERE id = ${machine}`);
    await expectSoon(401);
    await changeRow(sql`UPDATE applications SET disabled_at = NULL WHERE id = ${machine}`);
  });

  /** As operations do: whoever takes something away says so in the same transaction. */
  const changeRow = async (statement: RawBuilder<unknown>) =>
    await inTransaction(fixture.database, async (transaction) => {
      await statement.execute(transaction);
      await publish(transaction, 'credential', machine);
    });
  const expectSoon = async (status: number) =>
    await expect
      .poll(async () => (await post('/token', credentials, basic(machine))).status, { timeout: 1_000, interval: 10 })
      .toBe(status);

  test('a body that is no form', async () => {
    const answer = await fetch(`${fixture.url}/identity/token`, {
      method: 'POST',
      headers: { ...basic(machine), 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    expect(answer.status).toBe(400);
  });

  test('a form that is too large', async () => {
    const answer = await fetch(`${fixture.url}/identity/token`, {
      method: 'POST',
      headers: basic(machine),
      body: new URLSearchParams({ ...credentials, filler: 'x'.repeat(70_000) }),
    });
    expect(answer.status).toBe(413);
  });

  test('to be read with GET', async () => {
    expect((await fetch(`${fixture.url}/identity/token`)).status).toBe(404);
  });
});

describe('userinfo refuses', () => {
  const ask = async (token: string | undefined, query = '') =>
    (
      await fetch(`${fixture.url}/identity/userinfo${query}`, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    ).status;

  test('a caller without a token', async () => expect(await ask(undefined)).toBe(401));
  test('what is no token', async () => expect(await ask('x.y.z')).toBe(401));
  test('an id token', async () => {
    const { body } = await fixture.exchange(await fixture.getCode());
    expect(await ask(body.id_token)).toBe(401);
  });
  test('a refresh token', async () => {
    const { body } = await fixture.exchange(await fixture.getCode());
    expect(await ask(body.refresh_token)).toBe(401);
  });
  test('a token for another API', async () => {
    const { body } = await fixture.exchange(await fixture.getCode({ scope: 'openid api://orders/read' }));
    expect(await ask(body.access_token)).toBe(401);
  });
  test('a token of an application', async () => {
    const { body } = await post(
      '/token',
      { grant_type: 'client_credentials', scope: 'api://orders/.default' },
      basic(machine),
    );
    expect(await ask(String(body.access_token))).toBe(401);
  });
  test('an unsigned token', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(
      await ask(
        `${part({ alg: 'none', typ: 'at+jwt' })}.${part({ iss: `${fixture.url}/identity`, sub: ada, scope: 'openid' })}.`,
      ),
    ).toBe(401);
  });
  test('a token in the address', async () => {
    const { body } = await fixture.exchange(await fixture.getCode());
    expect(await ask(undefined, `?access_token=${body.access_token}`)).toBe(400);
  });
  test('a token that was revoked', async () => {
    const { body } = await fixture.exchange(await fixture.getCode());
    expect(await ask(body.access_token)).toBe(200);
    expect((await post('/revoke', { token: body.access_token }, basic(web))).status).toBe(200);
    expect(await ask(body.access_token)).toBe(401);
  });
});

describe('introspection and revocation', () => {
  test.each(['/introspect', '/revoke'])('%s wants to know its caller', async (path) => {
    expect((await post(path, { token: 'x' })).status).toBe(400);
    expect((await post(path, { token: 'x' }, basic(web, 'wrong'))).status).toBe(401);
  });

  test('tell one client nothing of another’s token, and leave it alone', async () => {
    const { body } = await fixture.exchange(await fixture.getCode());
    expect((await post('/introspect', { token: body.access_token }, basic(web))).body.active).toBe(true);
    expect((await post('/introspect', { token: body.access_token }, basic(otherWeb))).body.active).toBe(false);
    await post('/revoke', { token: body.access_token }, basic(otherWeb));
    expect((await post('/introspect', { token: body.access_token }, basic(web))).body.active).toBe(true);
  });

  test('a signed token is revoked by the client that has it, and by nobody else', async () => {
    const form = { grant_type: 'client_credentials', scope: 'api://orders/.default' };
    const { body } = await fixture.getToken(form, machine);
    const token = body.access_token ?? '';
    const revoked = async () => {
      const rows = await sql`SELECT FROM oidc_records WHERE model = 'RevokedToken' AND client_id = ${machine}
        AND expires_at BETWEEN now() + interval '58 minutes' AND now() + interval '1 hour'`.execute(fixture.database);
      return rows.rows.length;
    };
    const [header, claims] = token.split('.');
    const attempts: [string, Record<string, string>][] = [
      [token, basic(otherWeb)],
      [`${header}.${claims}.${'A'.repeat(86)}`, basic(machine)],
      ['e30.e30.', basic(machine)],
    ];
    for (const [other, credentials] of attempts) {
      expect((await post('/revoke', { token: other }, credentials)).status).toBe(200);
    }
    expect((await post('/revoke', { token }, basic(machine, 'wrong'))).status).toBe(401);
    expect(await revoked()).toBe(0);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await post('/revoke', { token }, basic(machine))).status).toBe(200);
      expect(await revoked()).toBe(1);
    }
    expect((await post('/introspect', { token }, basic(machine))).body).toEqual({ active: false });
  });

  describe('a signed token is told about', () => {
    const askToken = async (client: string = machine) =>
      (await fixture.getToken({ grant_type: 'client_credentials', scope: 'api://orders/.default' }, client)).body
        .access_token ?? '';
    const introspect = async (token: string, client: string) =>
      (await post('/introspect', { token }, basic(client))).body as Record<string, unknown>;

    beforeAll(async () => {
      await sql`INSERT INTO application_secrets (application_id, version, secret_hash, sealed_secret, secret_start)
        VALUES (${people.api}, 1, ${hashToken(secretOf(people.api))}, 'x', 'x')`.execute(fixture.database);
      await sql`UPDATE applications SET client_type = 'Confidential', redirect_urls = ${[redirect]}
        WHERE id = ${people.api}`.execute(fixture.database);
    });

    test.each([
      ['the client that has it', machine],
      ['the API that it is for', people.api],
    ])('to %s', async (_, client) => {
      const answer = await introspect(await askToken(), client);
      expect(answer).toMatchObject({
        active: true,
        token_type: 'Bearer',
        iss: `${fixture.url}/identity`,
        aud: people.api,
        client_id: machine,
        scope: 'read write',
        scp: 'read write',
        exp: expect.any(Number),
      });
      expect(answer).not.toHaveProperty('cver');
    });

    test('that a person has', async () => {
      const { body } = await fixture.exchange(await fixture.getCode({ scope: 'openid api://orders/read' }));
      const token = body.access_token ?? '';
      expect(await introspect(token, people.api)).toMatchObject({ active: true, sub: people.ada, scope: 'read' });
      expect((await post('/revoke', { token }, basic(web))).status).toBe(200);
      expect(await introspect(token, people.api)).toEqual({ active: false });
    });

    test('to nobody else, and not when it is forged or its application has changed its secret', async () => {
      const token = await askToken();
      expect(await introspect(token, otherWeb)).toEqual({ active: false });
      const [header, claims] = token.split('.');
      expect(await introspect(`${header}.${claims}.${'A'.repeat(86)}`, machine)).toEqual({ active: false });
      expect((await post('/introspect', { token }, basic(machine, 'wrong'))).status).toBe(401);
      const bump = async (by: number) =>
        await sql`UPDATE applications SET credentials_version = credentials_version + ${by} WHERE id = ${machine}`.execute(
          fixture.database,
        );
      await bump(1);
      expect(await introspect(token, machine)).toEqual({ active: false });
      await bump(-1);
      expect(await introspect(token, machine)).toMatchObject({ active: true });
    });
  });

  test('a refresh token that was revoked takes its family along', async () => {
    const { body } = await fixture.exchange(await fixture.getCode());
    await post('/revoke', { token: body.refresh_token }, basic(web));
    expect(
      (await fixture.getToken({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).body.error,
    ).toBe('invalid_grant');
    expect((await post('/introspect', { token: body.access_token }, basic(web))).body.active).toBe(false);
  });
});

describe('signing out never leads to a foreign place', () => {
  const leave = async (parameters: Record<string, string>) =>
    await fixture.browse(`${fixture.url}/identity/logout?${new URLSearchParams(parameters)}`);
  test.each([
    ['without a client', { post_logout_redirect_uri: 'https://evil.example' }],
    ['for another address', { client_id: web, post_logout_redirect_uri: 'https://evil.example' }],
    ['for an address that begins like ours', { client_id: web, post_logout_redirect_uri: `${redirect}.evil.example` }],
    ['with a hint that is no token', { id_token_hint: 'x', post_logout_redirect_uri: redirect }],
    ['for an unknown client', { client_id: nobody, post_logout_redirect_uri: redirect }],
  ])('%s', async (_, parameters) => {
    const { status, location } = await leave(parameters);
    // Without a client the address is passed over, and the page that asks is shown.
    expect(status).toBe('client_id' in parameters || 'id_token_hint' in parameters ? 400 : 200);
    expect(location).toBe('');
  });
});

describe('the device flow', () => {
  const begin = async () =>
    (await post('/device/authorize', { client_id: cli, scope: 'openid' })).body as Record<string, string>;
  const poll = async (code: string | undefined, client: string = cli) =>
    (
      await post('/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: code,
        client_id: client,
      })
    ).body.error;

  test('waits while nobody has confirmed', async () =>
    expect(await poll((await begin()).device_code)).toBe('authorization_pending'));
  test('refuses an unknown code', async () => expect(await poll('x'.repeat(43))).toBe('invalid_grant'));
  test('refuses another client', async () =>
    expect(await poll((await begin()).device_code, implicit)).toBe('invalid_request'));
  test('ends when its time is over', async () => {
    const { device_code: code } = await begin();
    await sql`UPDATE oidc_records SET expires_at = now() - interval '1 second' WHERE model = 'DeviceCode'`.execute(
      fixture.database,
    );
    expect(await poll(code)).toMatch(/invalid_grant|expired_token/);
  });
  test('is not for clients without it', async () => {
    expect((await post('/device/authorize', { client_id: implicit, scope: 'openid' })).status).toBe(400);
  });
});
