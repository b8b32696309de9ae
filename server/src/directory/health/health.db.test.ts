import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { platformApiId } from '../../identity/applications/index.ts';
import { openAuthenticator } from '../../identity/authenticate/index.ts';
import { inTransaction, openDatabase } from '../../platform/database/index.ts';
import { createHttpApp } from '../../platform/http/create-http-app.ts';
import { createDrain } from '../../platform/http/drain.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import { registerArea } from '../../platform/http/register-area.ts';
import { createLogger } from '../../platform/observability/create-logger.ts';
import { createDirectoryArea } from '../area.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { acting, useDirectoryBench } from '../test/directory-bench.ts';
import { createHealthReader } from './create-health-reader.ts';
import { registerDependency } from './register-dependency.ts';
import { removeDependency } from './remove-dependency.ts';
import { healthRoutes } from './routes.ts';

const bench = useDirectoryBench();
const logger = createLogger({ level: 'error', format: 'json' }).child({}, { level: 'silent' });
let servers: Server[] = [];

afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
});

/** A server with fresh readings, so that no test waits for those of another to grow old. */
const openServer = async (changes: Partial<DirectoryDeps> = {}) => {
  const app = createHttpApp({
    logger,
    publicUrl: 'http://localhost:4000',
    corsOrigins: [],
    trustedProxies: [],
    addressLimiter: createRateLimiter('address', 0, () => 0),
    constraintRules: {},
    drain: createDrain(),
    observe: () => undefined,
  });
  const deps = { ...bench().deps, ...changes };
  registerArea(app, { ...createDirectoryArea(deps), routes: healthRoutes(deps) }, '0', {});
  await app.ready();
  return async (headers: Record<string, string> = {}) =>
    await app.inject({
      url: '/services/v3/health/status',
      headers: { 'ocp-apim-subscription-key': bench().application.key, ...headers },
    });
};

const listen = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/health`;
};

const register = async (input: Parameters<typeof registerDependency>[2]): Promise<string> =>
  await inTransaction(bench().database, (t) => registerDependency(t, acting, input));

beforeEach(async () => {
  await sql`DELETE FROM health_dependencies`.execute(bench().database);
});

const broken = { check: async () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:9000 user=secret')) };

describe('GET /health/status', () => {
  test('everything works: every member of HealthStatus and DependencyState', async () => {
    const ask = await openServer();
    const response = await ask({ 'x-supportCode': 'code-1' });
    expect(response.statusCode).toBe(200);
    const { checks, ...rest } = response.json();
    expect(rest).toEqual({
      status: 'pass',
      serviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      releaseId: expect.any(String),
      version: 'v3',
      description: expect.any(String),
      notes: [expect.any(String)],
      subCode: 0,
      supportCode: 'code-1',
    });
    expect(
      checks.map(({ componentId, critical, weight }: Record<string, unknown>) => [componentId, critical, weight]),
    ).toEqual([
      ['database', true, 3],
      ['signingKeys', true, 2],
      ['objectStore', false, 2],
      ['mail', false, 1],
    ]);
    expect(checks[0]).toEqual({
      componentId: 'database',
      componentType: 'datastore',
      observedValue: expect.any(Number),
      observedUnit: 'ms',
      status: 'pass',
      time: expect.stringMatching(/Z$/),
      weight: 3,
      critical: true,
    });
  });

  test('needs a key and no token', async () => {
    const ask = await openServer();
    expect((await ask({ 'ocp-apim-subscription-key': '' })).statusCode).toBe(401);
    expect((await ask({ 'ocp-apim-subscription-key': '0'.repeat(32) })).statusCode).toBe(401);
    expect((await ask({ authorization: 'Bearer nonsense' })).statusCode).toBe(200);
  });

  test('424 when something that is not essential fails, without a word of its inside', async () => {
    const { deps } = bench();
    const ask = await openServer({
      blobs: { ...deps.blobs, ...broken },
      mailTransport: { ...deps.mailTransport, ...broken },
    });
    const response = await ask();
    expect(response.statusCode).toBe(424);
    expect(response.json()).toMatchObject({
      status: 'fail',
      subCode: 3,
      message: 'Some dependencies do not work.',
      information: 'objectStore, mail',
      checks: [
        {},
        {},
        { status: 'fail', critical: false, affectedEndpoints: expect.any(Array), output: expect.any(String) },
        { status: 'fail' },
      ],
    });
    expect(response.body).not.toMatch(/10\.0\.0\.7|secret/);
  });

  test('500 when the key that signs tokens is gone or cannot be opened', async () => {
    const { database } = bench();
    await sql`UPDATE signing_keys SET sealed_private_key = 'ptl1.k9.aaaa.aaaa'`.execute(database);
    const response = await (await openServer())();
    expect([response.statusCode, response.json().information]).toEqual([500, 'signingKeys']);
    await sql`UPDATE signing_keys SET state = 'retired', retired_at = now(), verifies_until = now()`.execute(database);
    expect((await (await openServer())()).json().output).toBe(
      'signingKeys: There is no key that tokens can be signed with.',
    );
    await sql`DELETE FROM signing_keys`.execute(database);
    await makeSigner();
  });

  const makeSigner = async () => {
    const { makeSigner: make } = await import('../test/bench-platform.ts');
    await make(bench().database, bench().deps.secretBox);
  };

  test('500 with a body when there is no database, and soon', async () => {
    const dead = openDatabase({
      connection: { host: '127.0.0.1', port: 1, database: 'none', user: 'none' },
      poolSize: 2,
      longPoolSize: 1,
      onError: () => undefined,
    });
    const authenticator = openAuthenticator({
      database: dead.main,
      bus: { ...bench().deps.bus, isLive: () => false },
      keyLimiter: createRateLimiter('key', 0, () => 0),
      publicUrl: 'http://localhost:4000',
      apiId: platformApiId,
      now: () => new Date(),
    });
    const ask = await openServer({ database: dead.main, authenticator });
    const started = performance.now();
    const response = await ask();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({
      status: 'fail',
      information: 'database',
      checks: [{ componentId: 'database', status: 'fail', critical: true }],
    });
    authenticator.close();
    await dead.close();
  });

  test('a database that never answers is given up in time', async () => {
    const { deps } = bench();
    const authenticator = { ...deps.authenticator, key: async () => await new Promise<never>(() => undefined) };
    const response = await (await openServer({ authenticator }))();
    expect([response.statusCode, response.json().checks.length]).toEqual([500, 1]);
  });

  test('readings are shared for two seconds', async () => {
    const { deps } = bench();
    let asked = 0;
    const blobs = {
      ...deps.blobs,
      check: async () => {
        asked += 1;
      },
    };
    const ask = await openServer({ blobs });
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(asked).toBe(1);
  });
});

describe('registered dependencies', () => {
  test.each<[string, RequestListener, { critical?: boolean }, number, string]>([
    ['says UP', (_request, response) => void response.end('{"status":"UP"}'), {}, 200, 'pass'],
    ['says warn', (_request, response) => void response.end('{"status":"warn"}'), {}, 200, 'warn'],
    ['says down', (_request, response) => void response.end('{"status":"down"}'), {}, 424, 'fail'],
    [
      'is essential and says error',
      (_request, response) => void response.end('{"status":"ERROR"}'),
      { critical: true },
      500,
      'fail',
    ],
    ['answers 503', (_request, response) => void response.writeHead(503).end(), {}, 424, 'fail'],
    ['breaks off', (request) => void request.socket.destroy(), {}, 424, 'fail'],
  ])('one that %s', async (_, answer, options, status, word) => {
    await register({
      name: 'weather',
      url: await listen(answer),
      weight: 2,
      affectedEndpoints: ['/a/{b}'],
      ...options,
    });
    const response = await (await openServer())();
    expect([response.statusCode, response.json().status]).toEqual([status, word]);
    expect(response.json().checks.at(-1)).toMatchObject({
      componentId: 'weather',
      componentType: 'system',
      weight: 2,
      status: word,
    });
    expect('affectedEndpoints' in response.json().checks.at(-1)).toBe(word !== 'pass');
  });

  test('one that never answers is given up, and the others are not held up', async () => {
    await register({ name: 'slow', url: await listen(() => undefined) });
    const started = performance.now();
    const response = await (await openServer())();
    expect(performance.now() - started).toBeLessThan(4_500);
    expect(response.json().checks.at(-1)).toMatchObject({
      status: 'fail',
      output: 'There was no answer within 2000 ms.',
    });
  });

  test('redirects are not followed and long answers not read to their end', async () => {
    let followed = false;
    const elsewhere = await listen((_request, response) => {
      followed = true;
      response.end();
    });
    await register({
      name: 'moved',
      url: await listen((_request, response) => void response.writeHead(302, { location: elsewhere }).end()),
    });
    await register({
      name: 'long',
      url: await listen((_request, response) => void response.end(`"${'x'.repeat(1_000_000)}"`)),
    });
    const response = await (await openServer())();
    expect(
      response
        .json()
        .checks.slice(-2)
        .map(({ status }: { status: string }) => status),
    ).toEqual(['pass', 'pass']);
    expect(followed).toBe(false);
  });

  test('a service reports where it says it does', async () => {
    const { makeService } = bench();
    const healthUrl = await listen((_request, response) => void response.end('OK'));
    await register({ name: 'atlas', serviceId: await makeService({ fields: { healthUrl } }) });
    await register({ name: 'silent', serviceId: await makeService() });
    const { checks } = (await (await openServer())()).json();
    expect(checks.slice(-2).map(({ status }: { status: string }) => status)).toEqual(['pass', 'warn']);
  });

  test.each<[string, Parameters<typeof registerDependency>[2]]>([
    ['a name with a slash', { name: 'a/b', url: 'https://example.com' }],
    ['no target', { name: 'a' }],
    ['two targets', { name: 'a', url: 'https://example.com', serviceId: '0f0e0d0c-0b0a-4908-8706-050403020100' }],
    ['another scheme', { name: 'a', url: 'file:///etc/passwd' }],
    ['a password', { name: 'a', url: 'https://a:b@example.com' }],
    ['a weight of 4', { name: 'a', url: 'https://example.com', weight: 4 }],
  ])('%s is refused', async (_, input) => {
    await expect(register(input)).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('are replaced by name and removed', async () => {
    const { deps, database, auditOf } = bench();
    const id = await register({ name: 'a', url: 'https://example.com' });
    expect(await register({ name: 'a', url: await listen((_request, response) => void response.end('ok')) })).toBe(id);
    expect((await createHealthReader(deps)()).checks).toHaveLength(5);
    await inTransaction(database, (t) => removeDependency(t, acting, { dependencyId: id }));
    expect((await createHealthReader(deps)()).checks).toHaveLength(4);
    const again = inTransaction(database, (t) => removeDependency(t, acting, { dependencyId: id }));
    await expect(again).rejects.toMatchObject({ kind: 'notFound' });
    expect(await auditOf(id)).toEqual([
      'health-dependency.registered',
      'health-dependency.registered',
      'health-dependency.removed',
    ]);
  });
});

describe('forms', () => {
  test("application/health+json is the IETF draft's form", async () => {
    const response = await (await openServer())({ accept: 'application/health+json' });
    expect(response.headers['content-type']).toBe('application/health+json; charset=utf-8');
    expect(response.json()).toMatchObject({
      status: 'pass',
      version: 'v3',
      checks: { 'database:responseTime': [{ componentType: 'datastore', status: 'pass', observedUnit: 'ms' }] },
    });
    expect('subCode' in response.json()).toBe(false);
  });

  test.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['text/json', 'text/json; charset=utf-8'],
    ['text/xml', 'text/xml; charset=utf-8'],
    ['image/png', 'application/json; charset=utf-8'],
  ])('%s is answered with %s', async (accept, type) => {
    const response = await (await openServer())({ accept });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, type]);
  });
});
