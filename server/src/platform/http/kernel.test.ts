import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyone } from '../authorization/rule.ts';
import { AppError } from '../errors/app-error.ts';
import { createLogger } from '../observability/create-logger.ts';
import { createHttpApp, longestAddress } from './create-http-app.ts';
import { createDrain } from './drain.ts';
import { createRateLimiter } from './rate-limit.ts';

const rule = anyone('a test');

const createTestApp = (
  changes: { corsOrigins?: readonly string[]; requestsPerMinute?: number; bodyDeadline?: number } = {},
) => {
  const app = createHttpApp({
    logger: createLogger({ level: 'error', format: 'json' }).child({}, { level: 'silent' }),
    publicUrl: 'https://portolan.example.com',
    corsOrigins: changes.corsOrigins ?? [],
    trustedProxies: [],
    addressLimiter: createRateLimiter('address', changes.requestsPerMinute ?? 0, () => 0),
    constraintRules: {
      users_email_unique: { kind: 'conflict', code: 'user.exists', message: 'There is such a user.' },
    },
    drain: createDrain(),
    observe: () => undefined,
    ...(changes.bodyDeadline === undefined ? {} : { bodyDeadline: changes.bodyDeadline }),
  });
  app.get('/fine/:name', { config: { rule } }, async (request) => ({
    name: (request.params as { name: string }).name,
  }));
  app.get('/validate()', { config: { rule } }, async () => ({ ok: true }));
  app.get('/resolve(:email(^[^()]+))', { config: { rule } }, async (request) => request.params);
  app.post(
    '/body',
    { config: { rule }, bodyLimit: 100, schema: { body: Type.Object({ name: Type.String() }) } },
    async () => ({}),
  );
  app.post('/refused-early', { config: { rule } }, async () => ({}));
  app.get('/refused', { config: { rule } }, async () => {
    throw new AppError('forbidden', 'thing.forbidden', 'Not for you.');
  });
  app.get('/broken', { config: { rule } }, async () => {
    throw new Error('password=hunter2 at /srv/app/secret.ts in SELECT * FROM users');
  });
  app.get('/constraint', { config: { rule } }, async () => {
    throw Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'users_email_unique' });
  });
  app.get('/stored', { config: { rule } }, async () => {
    throw Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' });
  });
  return app;
};

describe('what every response has in common', () => {
  const app = createTestApp();
  afterAll(async () => await app.close());

  test.each([
    ['a good answer', 'GET', '/fine/a', 200],
    ['an unknown address', 'GET', '/nowhere', 404],
    ['another method', 'DELETE', '/fine/a', 405],
    ['a body that is too large', 'POST', '/body', 413],
    ['a refused caller', 'GET', '/refused', 403],
    ['an unexpected failure', 'GET', '/broken', 500],
    ['a violated constraint', 'GET', '/constraint', 409],
    ['a value that cannot be stored', 'GET', '/stored', 400],
    ['an address that cannot be decoded', 'GET', '/fine/%ff', 400],
    ['an address that is too long', 'GET', `/fine/a?${'x'.repeat(longestAddress)}`, 414],
  ] as const)('%s carries the support code and leaks nothing', async (_, method, url, status) => {
    const payload = method === 'POST' ? { name: 'x'.repeat(200) } : undefined;
    const answer = await app.inject({
      method,
      url,
      headers: { 'x-supportcode': 'my code' },
      ...(payload ? { payload } : {}),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['x-supportcode']).toBe('my code');
    expect(answer.body).not.toMatch(/hunter2|\.ts|SELECT|stack|node_modules|duplicate key|byte sequence/);
    if (status < 400) return;
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject({ status, traceId: 'my code' });
  });

  test.each([
    ['/fine/a', 'DELETE', 'GET, HEAD'],
    ['//BODY/?x=1', 'GET', 'POST'],
    ['/resolve(a@b.example)', 'POST', 'GET, HEAD'],
    ['/nowhere', 'POST', undefined],
  ] as const)('%s says which methods it knows', async (url, method, allow) => {
    const answer = await app.inject({ method, url });
    expect(answer.statusCode).toBe(allow === undefined ? 404 : 405);
    expect(answer.headers.allow).toBe(allow);
  });

  test('makes a support code when the caller has none', async () => {
    const answer = await app.inject('/nowhere');
    expect(answer.headers['x-supportcode']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.json().traceId).toBe(answer.headers['x-supportcode']);
  });

  test.each([
    ['/FINE/Value', { name: 'Value' }],
    ['//fine///Value/', { name: 'Value' }],
    ['/validate()', { ok: true }],
    ['/validate%28%29', { ok: true }],
    ['/Validate%28%29/', { ok: true }],
    ['/resolve(a@b.example)', { email: 'a@b.example' }],
    ['/resolve%28a%40b.example%29', { email: 'a@b.example' }],
    ['/RESOLVE(A%2Bx@b.example)', { email: 'A+x@b.example' }],
  ])('%s is found', async (url, body) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(body);
  });

  test('a failure says nothing of its cause', async () => {
    const { detail, type } = (await app.inject('/broken')).json();
    expect(type).toBe('urn:portolan:problem:server.unexpected');
    expect(detail).toBe('Something went wrong on our side. The support code finds it in the log.');
  });

  test('the answer is safe in a browser', async () => {
    const { headers } = await app.inject('/fine/a');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
    });
  });
});

test('a route that does not say who may use it stops the start', () => {
  const app = createTestApp();
  expect(() => app.get('/open', async () => ({}))).toThrow('GET /open does not say who may use it');
});

test('the rule is enforced before the body is read', async () => {
  const app = createTestApp();
  const closed = { ...rule, enforce: () => Promise.reject(new AppError('unauthenticated', 'key.missing', 'No key.')) };
  app.post(
    '/closed',
    { config: { rule: closed }, schema: { body: Type.Object({ a: Type.String() }) } },
    async () => ({}),
  );
  const answer = await app.inject({
    method: 'POST',
    url: '/closed',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  });
  expect(answer.statusCode).toBe(401);
  await app.close();
});

test('too many requests are refused with the time to wait', async () => {
  const app = createTestApp({ requestsPerMinute: 2 });
  const first = await app.inject('/fine/a');
  expect(first.headers).toMatchObject({ ratelimit: '"address";r=1;t=30', 'ratelimit-policy': '"address";q=2;w=60' });
  await app.inject('/fine/a');
  const third = await app.inject('/fine/a');
  expect(third.statusCode).toBe(429);
  expect(third.headers['retry-after']).toBe('30');
  await app.close();
});

describe('pages of other origins', () => {
  const origin = 'https://app.example.com';
  const app = createTestApp({ corsOrigins: [origin] });
  afterAll(async () => await app.close());

  test('may call when they are configured', async () => {
    const answer = await app.inject({ url: '/fine/a', headers: { origin } });
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('may ask first', async () => {
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    };
    const answer = await app.inject({ method: 'OPTIONS', url: '/fine/a', headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toBe('authorization');
    expect(answer.headers['x-supportcode']).toBeDefined();
  });

  test('may not when they are not', async () => {
    const answer = await app.inject({ url: '/fine/a', headers: { origin: 'https://evil.example.com' } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('on a real connection', () => {
  const shortDeadline = 200;
  let app: FastifyInstance;
  let port = 0;
  beforeAll(async () => {
    app = createTestApp({ bodyDeadline: shortDeadline });
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as { port: number }).port;
  });
  afterAll(async () => await app.close());

  const exchange = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });

  test.each([
    ['what is not HTTP', 'hello\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`, 431],
  ])('%s is answered with a support code', async (_, text, status) => {
    const answer = await exchange(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/x-supportCode: [0-9a-f-]{36}/);
    expect(answer).toContain('urn:portolan:problem:');
  });

  test('a slow body that nobody reads ends the request and nothing else', async () => {
    const answer = await exchange(
      'POST /refused-early HTTP/1.1\r\nHost: a\r\nContent-Type: text/strange\r\nContent-Length: 100\r\nConnection: close\r\n\r\nx',
    );
    expect(answer).toMatch(/^HTTP\/1.1 415 /);
    // Longer than the deadline of a body: its end must not reach anybody.
    await new Promise((resolve) => setTimeout(resolve, 2 * shortDeadline));
    expect((await fetch(`http://127.0.0.1:${port}/fine/a`)).status).toBe(200);
  });

  test('a drained server answers once more on open connections, then is gone', async () => {
    const drain = createDrain();
    const drained = createTestApp();
    drain.watch(drained);
    await drained.listen({ port: 0, host: '127.0.0.1' });
    const { port: drainedPort } = drained.server.address() as { port: number };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const asked = get({ port: drainedPort, host: '127.0.0.1', path: '/fine/a', agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.headers.connection));
        });
        asked.on('error', reject);
      });
    expect(await ask()).toBe('keep-alive');
    const finished = drain.finish(drained, 5_000);
    expect(await ask()).toBe('close');
    expect(await finished).toBe(true);
    await expect(ask()).rejects.toThrow('ECONNREFUSED');
  });
});
