import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueSubscriptionKey } from '../../platform/secrets/index.ts';
import { anyCaller } from './rules/caller-rule.ts';
import { subscriptionKeyHolder } from './rules/subscription-key-holder.ts';
import {
  type AuthenticationBench,
  openAuthenticationBench,
  publicUrl,
  type TestApplication,
  type TestUser,
} from './test/authentication-bench.ts';

let bench: AuthenticationBench;
let app: FastifyInstance;
let user: TestUser;
let application: TestApplication;

beforeAll(async () => {
  bench = await openAuthenticationBench();
  ({ app } = await bench.openNode({
    routes: (authenticator) => ({
      '/key': subscriptionKeyHolder(authenticator),
      '/both': anyCaller(authenticator.keyAndToken),
      '/portal': anyCaller(authenticator.tokenOrSession),
    }),
  }));
  user = await bench.makeUser({ roles: ['directoryReader'] });
  application = await bench.makeApplication();
});
afterAll(async () => await bench.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const keyHeader = (key: string) => ({ 'Ocp-Apim-Subscription-Key': key });
const codeOf = (answer: { json(): unknown }): string =>
  String((answer.json() as { type?: string }).type).replace('urn:portolan:problem:', '');

describe('key and token (contract X1, X2)', () => {
  test('of one application let the user in', async () => {
    const headers = { ...keyHeader(application.key), ...bearer(await bench.userToken(user, application)) };
    const answer = await app.inject({ url: '/both', headers });
    expect(answer.json()).toMatchObject({
      principal: {
        kind: 'user',
        userId: user.userId,
        tenantId: user.tenantId,
        applicationId: application.applicationId,
        scopes: ['user_impersonation'],
        roles: ['directoryReader'],
      },
      caller: `user ${user.userId}`,
    });
  });

  test('the key may stand in the query, in any spelling of its name', async () => {
    const headers = bearer(await bench.applicationToken(application));
    const answer = await app.inject({ url: `/both?SUBSCRIPTION-key=${application.key}`, headers });
    expect(answer.json()).toMatchObject({
      principal: {
        kind: 'application',
        applicationId: application.applicationId,
        servicePrincipalId: application.servicePrincipalId,
      },
      caller: `application ${application.applicationId}`,
    });
  });

  test('a key alone is enough where nothing more is asked for', async () => {
    const answer = await app.inject({ url: '/key', headers: keyHeader(application.key) });
    expect(answer.json()).toMatchObject({
      principal: { kind: 'subscriptionKey', applicationId: application.applicationId },
    });
  });

  test('are checked in this order', async () => {
    const other = await bench.makeApplication();
    const good = await bench.userToken(user, application);
    const rows: [string, Record<string, string>, number, string][] = [
      ['nothing', {}, 401, 'key.missing'],
      ['a bad key and no token', keyHeader('nonsense'), 401, 'key.invalid'],
      [
        'an unknown key and a good token',
        { ...keyHeader(issueSubscriptionKey()), ...bearer(good) },
        401,
        'key.invalid',
      ],
      ['a key in capitals', { ...keyHeader(application.key.toUpperCase()), ...bearer(good) }, 401, 'key.invalid'],
      ['a good token and no key', bearer(good), 401, 'key.missing'],
      ['a good key and no token', keyHeader(application.key), 401, 'token.missing'],
      ['a good key and a bad token', { ...keyHeader(application.key), ...bearer('x.y.z') }, 401, 'token.invalid'],
      ['a good key of another application', { ...keyHeader(other.key), ...bearer(good) }, 403, 'key.other-application'],
    ];
    for (const [what, headers, status, code] of rows) {
      const answer = await app.inject({ url: '/both', headers });
      expect([what, answer.statusCode, codeOf(answer)]).toEqual([what, status, code]);
    }
  });

  test('a key of another product does not open this API', async () => {
    const elsewhere = await bench.makeApplication();
    const { id } = await bench.database
      .insertInto('apiProducts')
      .values({ tenantId: elsewhere.tenantId, name: `Elsewhere ${randomUUID()}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await bench.database
      .updateTable('apiProductSubscriptions')
      .set({ productId: id })
      .where('id', '=', elsewhere.subscriptionId)
      .execute();
    const answer = await app.inject({ url: '/key', headers: keyHeader(elsewhere.key) });
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'key.invalid']);
  });

  test('the last use of a key is noted', async () => {
    const { key, subscriptionId } = await bench.makeApplication();
    await app.inject({ url: '/key', headers: keyHeader(key) });
    const row = await bench.database
      .selectFrom('subscriptionKeys')
      .select('lastUsedAt')
      .where('subscriptionId', '=', subscriptionId)
      .executeTakeFirstOrThrow();
    expect(row.lastUsedAt).not.toBeNull();
  });
});

describe('an access token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const ask = async (token: string) => await app.inject({ url: '/portal', headers: bearer(token) });

  test('lets in alone where no key is asked for', async () => {
    const answer = await ask(await bench.userToken(user, application));
    expect(answer.statusCode).toBe(200);
    expect((await ask(await bench.applicationToken(application))).statusCode).toBe(200);
  });

  test.each([
    ['of another audience', { aud: randomUUID() }],
    ['of another issuer', { iss: 'https://evil.example.com/identity' }],
    ['of an issuer that only begins like ours', { iss: `${publicUrl}/identity/x` }],
    ['whose time is over', { exp: Math.floor(Date.now() / 1000) - 1 }],
    ['whose time has not come', { nbf: Math.floor(Date.now() / 1000) + 60 }],
    ['without an end', { exp: undefined }],
    ['of a user who does not exist', { sub: randomUUID() }],
    ['of an application that does not exist', { azp: randomUUID() }],
    ['with another tenant', { tid: randomUUID() }],
    ['with an old number of the user', { uver: 0 }],
    ['with an old number of the application', { cver: 0 }],
    ['of a grant that does not exist', { gid: 'nothing' }],
    ['without a grant', { gid: undefined }],
    ['without the number of the user', { uver: undefined }],
  ])('%s is refused', async (_, changes) => {
    const answer = await ask(await bench.userToken(user, application, changes));
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'token.invalid']);
    expect(answer.headers['www-authenticate']).toContain('invalid_token');
  });

  test('of a user without the scope of the API is refused with 403', async () => {
    const answer = await ask(await bench.userToken(user, application, { scp: 'openid' }));
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'token.scope-missing']);
  });

  test('of a user names a grant between just this user and this application', async () => {
    const others = await bench.makeUser();
    const foreign = await bench.makeGrant(others, application);
    expect((await ask(await bench.userToken(user, application, { gid: foreign }))).statusCode).toBe(401);
    const elsewhere = await bench.makeGrant(user, await bench.makeApplication());
    expect((await ask(await bench.userToken(user, application, { gid: elsewhere }))).statusCode).toBe(401);
  });

  test('of an application must be that of its own service principal', async () => {
    const other = await bench.makeApplication();
    const token = await bench.applicationToken(application, { sub: other.servicePrincipalId });
    expect((await ask(token)).statusCode).toBe(401);
  });

  test.each([
    ['an id token', { typ: 'JWT' }],
    ['a token without a type', { typ: undefined }],
    ['a token of an unknown key', { kid: 'nobody' }],
    ['a token without a key id', { kid: undefined }],
  ])('%s is refused', async (_, header) => {
    const claims = {
      sub: application.servicePrincipalId,
      azp: application.applicationId,
      tid: application.tenantId,
      cver: 1,
      exp: now() + 60,
    };
    expect((await ask(await bench.sign(claims))).statusCode).toBe(200);
    expect((await ask(await bench.sign(claims, header))).statusCode).toBe(401);
  });

  test('signed by somebody else, with none, or by a shared secret is refused', async () => {
    const good = await bench.userToken(user, application);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid })).toString('base64url');
    const forged = [
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).sign(privateKey),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
        .sign(
          new TextEncoder().encode(
            JSON.stringify(await bench.database.selectFrom('signingKeys').selectAll().execute()),
          ),
        ),
      await new SignJWT(claims)
        .setProtectedHeader({
          alg: 'ES256',
          typ: 'at+jwt',
          kid,
          jwk: (await crypto.subtle.exportKey('jwk', publicKey)) as never,
        })
        .sign(privateKey),
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: randomUUID() })).toString('base64url')}.${signature}`,
      `${good}x`,
      good.slice(0, -4),
      `${header}.${payload}`,
      'not-a-token',
      'x'.repeat(9_000),
    ];
    for (const token of forged) expect((await ask(token)).statusCode).toBe(401);
    expect((await ask(good)).statusCode).toBe(200);
  });

  test('that was good is refused when its time is over, though its signature is remembered', async () => {
    const token = await bench.applicationToken(application, { exp: now() + 2 });
    expect((await ask(token)).statusCode).toBe(200);
    await expect.poll(async () => (await ask(token)).statusCode, { timeout: 5_000 }).toBe(401);
  });
});

describe('what is counted', () => {
  test('a key has an allowance of its own, and its answers say how much is left', async () => {
    const { app: strict } = await bench.openNode({
      requestsPerMinute: 2,
      routes: (authenticator) => ({ '/key': subscriptionKeyHolder(authenticator) }),
    });
    const [one, two] = [await bench.makeApplication(), await bench.makeApplication()];
    const ask = async (key: string) => await strict.inject({ url: '/key', headers: keyHeader(key) });
    expect((await ask(one.key)).headers.ratelimit).toContain('"key";r=1');
    await ask(one.key);
    const third = await ask(one.key);
    expect(third.statusCode).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(two.key)).statusCode).toBe(200);
  });
});
