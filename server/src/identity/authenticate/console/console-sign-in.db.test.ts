import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endUserSessions, systemTenantId } from '../../../accounts/index.ts';
import { anyone } from '../../../platform/authorization/rule.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { createIdentityProvider } from '../../provider/create-identity-provider.ts';
import { anyCaller } from '../rules/caller-rule.ts';
import { forgetSignIns } from '../sign-ins/forget-sign-ins.ts';
import { listSignIns } from '../sign-ins/list-sign-ins.ts';
import {
  type AuthenticationBench,
  openAuthenticationBench,
  publicUrl,
  type TestNode,
  type TestUser,
} from '../test/authentication-bench.ts';
import { addConsoleSignIn } from './add-console-sign-in.ts';

let bench: AuthenticationBench;
let nodes: TestNode[];
let user: TestUser;
let consoleId: string;
/** Who signs in on the page of the fixture. */
let account: string;

beforeAll(async () => {
  bench = await openAuthenticationBench();
  consoleId = await registerConsole();
  nodes = [await openNode(), await openNode()];
});
afterAll(async () => await bench.close());
beforeEach(async () => {
  user = await bench.makeUser();
  account = user.userId;
});

const registerConsole = async (): Promise<string> => {
  const { id } = await bench.database
    .insertInto('applications')
    .values({
      tenantId: systemTenantId,
      name: 'Console',
      origin: 'builtIn',
      clientType: 'Public',
      redirectUrls: [`${publicUrl}/auth/callback`],
      firstParty: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await bench.database
    .insertInto('applicationScopes')
    .values({ applicationId: bench.apiId, name: 'user_impersonation', position: 0 })
    .execute();
  return id;
};

/** A server with the real provider, whose sign-in page asks nothing. */
const openNode = async (): Promise<TestNode> => {
  const node = await bench.openNode({
    routes: (authenticator) => ({
      '/who': anyCaller(authenticator.tokenOrSession),
      '/either': anyCaller(authenticator.keyAndTokenOrSession),
      '/both': anyCaller(authenticator.keyAndToken),
    }),
  });
  const { database, box, ring } = bench;
  const text = (...parts: unknown[]) => parts.join(' ');
  const pages = {
    error: text,
    signOut: text,
    signedOut: text,
    enterDeviceCode: text,
    confirmDeviceCode: text,
    deviceDone: text,
    deviceStopped: text,
  };
  const onError = (error: Error) => {
    throw error;
  };
  const identity = await createIdentityProvider({ database, box, ring, bus: node.bus, publicUrl, pages, onError });
  node.app.register(
    async (scope) => {
      scope.get(
        '/interaction/:uid',
        { config: { rule: anyone('the sign-in page of the test') } },
        async (request, reply) => {
          reply.hijack();
          await identity.current().interactionFinished(request.raw, reply.raw, { login: { accountId: account } });
        },
      );
      scope.register(async (inner) => identity.mount(inner));
    },
    { prefix: '/identity' },
  );
  const { authenticator } = node;
  addConsoleSignIn(node.app, {
    database,
    box,
    authenticator,
    publicUrl,
    apiId: bench.apiId,
    consoleId,
    now: () => new Date(),
  });
  return node;
};

/** Keeps cookies and follows redirects on the node. */
class Browser {
  readonly jar = new Map<string, string>();
  readonly app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  async ask(
    address: string,
    options: { method?: 'GET' | 'POST'; headers?: Record<string, string> } = {},
  ): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(address, publicUrl);
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.app.inject({
      method: options.method ?? 'GET',
      url: pathname + search,
      headers: { 'user-agent': 'Test Browser', ...(cookie === '' ? {} : { cookie }), ...options.headers },
    });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (/max-age=0/i.test(set) || value === '') this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return answer;
  }

  /** Follows redirects until `stop`, or until there is none. Gives the last address. */
  async follow(start: string, stop: (address: URL) => boolean = () => false): Promise<URL> {
    let address = new URL(start, publicUrl);
    for (let hop = 0; hop < 12; hop += 1) {
      const { location } = (await this.ask(address.href)).headers;
      if (location === undefined) return address;
      address = new URL(location, publicUrl);
      if (stop(address)) return address;
    }
    throw new Error('too many redirects');
  }

  async signIn(returnTo = '/'): Promise<URL> {
    return await this.follow(
      `/auth/login?returnTo=${encodeURIComponent(returnTo)}`,
      ({ pathname }) => !/^\/(?:auth|identity)\//.test(pathname),
    );
  }

  async signOut(headers = own): Promise<number> {
    return (await this.ask('/auth/logout', { method: 'POST', headers })).statusCode;
  }

  async status(): Promise<number> {
    return (await this.ask('/who')).statusCode;
  }
}

const own = { origin: publicUrl };
const open = (node = 0): Browser => {
  const app = nodes[node]?.app;
  if (app === undefined) throw new Error('no such node');
  return new Browser(app);
};

describe('signing in at the console', () => {
  test('goes through the provider and back to where the person was', async () => {
    const browser = open();
    const landed = await browser.signIn('/projects?tab=all');
    expect(landed.href).toBe(`${publicUrl}/projects?tab=all`);
    const answer = await browser.ask('/who');
    expect(answer.json()).toMatchObject({
      principal: { kind: 'user', userId: user.userId, applicationId: consoleId, scopes: ['user_impersonation'] },
      caller: `user ${user.userId}`,
    });
  });

  test('leaves no token in the browser, and only a hash in the database', async () => {
    const browser = open();
    await browser.signIn();
    const cookie = browser.jar.get('portolan_console') ?? '';
    expect(cookie).toMatch(/^ptl_ses_[0-9A-Za-z]{46}$/);
    expect([...browser.jar.keys()]).not.toContain('portolan_sign_in');
    const rows = await sql<{
      text: string;
    }>`SELECT r::text AS text FROM oidc_records r WHERE model = 'ConsoleSession'`.execute(bench.database);
    expect(rows.rows.length).toBeGreaterThan(0);
    for (const { text } of rows.rows) expect(text).not.toMatch(/ptl_ses_|eyJ/);
  });

  test('the cookie is out of reach of scripts and other sites', async () => {
    const browser = open();
    const callback = await browser.follow('/auth/login', ({ pathname }) => pathname === '/auth/callback');
    const answer = await browser.ask(callback.href);
    const session = [answer.headers['set-cookie'] ?? []].flat().find((set) => set.startsWith('portolan_console='));
    expect(session).toMatch(/; Path=\/; HttpOnly; SameSite=Strict/);
  });

  test('counts on every node', async () => {
    const [first, second] = [open(0), open(1)];
    await first.signIn();
    for (const [name, value] of first.jar) second.jar.set(name, value);
    expect(await second.status()).toBe(200);
  });

  test.each([
    ['without the attempt of this browser', async (callback: URL) => ({ callback, jar: new Map<string, string>() })],
    [
      'with the state of somebody else',
      async (callback: URL, jar: Map<string, string>) => {
        callback.searchParams.set('state', 'somebody else');
        return { callback, jar };
      },
    ],
  ])('%s is not accepted', async (_, change) => {
    const browser = open();
    const callback = await browser.follow('/auth/login', ({ pathname }) => pathname === '/auth/callback');
    const changed = await change(callback, browser.jar);
    const other = open();
    for (const [name, value] of changed.jar) other.jar.set(name, value);
    const answer = await other.ask(changed.callback.href);
    expect(answer.headers.location).toBe('/?signIn=expired');
    expect(await other.status()).toBe(401);
  });

  test('with a code of another attempt is not accepted (PKCE)', async () => {
    const [victim, thief] = [open(), open()];
    const stolen = await victim.follow('/auth/login', ({ pathname }) => pathname === '/auth/callback');
    const own = await thief.follow('/auth/login', ({ pathname }) => pathname === '/auth/callback');
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect((await thief.ask(own.href)).headers.location).toBe('/?signIn=failed');
    expect(await thief.status()).toBe(401);
  });

  test('a callback is good once', async () => {
    const browser = open();
    const callback = await browser.follow('/auth/login', ({ pathname }) => pathname === '/auth/callback');
    const attempt = browser.jar.get('portolan_sign_in') ?? '';
    expect((await browser.ask(callback.href)).headers.location).toBe('/');
    browser.jar.set('portolan_sign_in', attempt);
    expect((await browser.ask(callback.href)).headers.location).toBe('/?signIn=failed');
  });

  test('that the person refuses says so', async () => {
    const browser = open();
    const callback = await browser.follow('/auth/login', ({ pathname }) => pathname === '/auth/callback');
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    expect((await browser.ask(callback.href)).headers.location).toBe('/?signIn=refused');
  });

  test('answers of another issuer are not accepted', async () => {
    const browser = open();
    const callback = await browser.follow('/auth/login', ({ pathname }) => pathname === '/auth/callback');
    callback.searchParams.set('iss', 'https://evil.example.com');
    expect((await browser.ask(callback.href)).headers.location).toBe('/?signIn=failed');
  });

  test('again leaves no session behind', async () => {
    const browser = open();
    await browser.signIn();
    const old = browser.jar.get('portolan_console') ?? '';
    await browser.signIn();
    expect(browser.jar.get('portolan_console')).not.toBe(old);
    const stale = open(1);
    stale.jar.set('portolan_console', old);
    expect(await stale.status()).toBe(401);
  });
});

describe('with a session', () => {
  test.each([
    ['from the console', own, 200],
    ['of a program without an origin', {}, 200],
    ['of a browser that hides its origin', { 'sec-fetch-site': 'same-origin' }, 403],
    ['from another origin', { ...own, origin: 'https://evil.example.com' }, 403],
  ])('a change %s', async (_, headers, status) => {
    const browser = open();
    await browser.signIn();
    expect((await browser.ask('/who', { method: 'POST', headers })).statusCode).toBe(status);
  });

  test('the console needs neither key nor token where an area says so', async () => {
    const browser = open();
    expect((await browser.ask('/either')).json().type).toContain('key.missing');
    await browser.signIn();
    expect((await browser.ask('/either')).json()).toMatchObject({ caller: `user ${user.userId}` });
    const foreign = { origin: 'https://evil.example.com' };
    expect((await browser.ask('/either', { method: 'POST', headers: foreign })).statusCode).toBe(403);
    expect((await browser.ask('/both')).statusCode).toBe(401);
    // Whoever brings a key or a token is judged by these.
    const wrong = { 'ocp-apim-subscription-key': '0'.repeat(32) };
    expect((await browser.ask('/either', { headers: wrong })).json().type).toContain('key.invalid');
    expect((await browser.ask('/either', { headers: { authorization: 'Bearer x' } })).statusCode).toBe(401);
  });

  test.each([
    ['nonsense', 'nonsense'],
    ['a token of the right form', `ptl_ses_${'0'.repeat(46)}`],
  ])('%s in the cookie is refused', async (_, value) => {
    const browser = open();
    browser.jar.set('portolan_console', value);
    expect(await browser.status()).toBe(401);
  });

  test('signing out ends it on every node, the sign-in at the provider too', async () => {
    const browser = open();
    await browser.signIn();
    const copy = open(1);
    for (const [name, value] of browser.jar) copy.jar.set(name, value);
    expect(await copy.status()).toBe(200);
    expect(await browser.signOut({ ...own, origin: 'https://evil.example.com' })).toBe(403);
    expect(await browser.signOut()).toBe(204);
    expect(browser.jar.has('portolan_console')).toBe(false);
    await expect.poll(() => copy.status(), { timeout: 1_000, interval: 20 }).toBe(401);
    const left = await bench.database
      .selectFrom('oidcRecords')
      .select('model')
      .where('accountId', '=', user.userId)
      .where('model', 'in', ['Session', 'Grant', 'ConsoleSession'])
      .execute();
    expect(left).toEqual([]);
    expect(await browser.signOut()).toBe(204);
  });

  test('a new number of the user ends it', async () => {
    const browser = open();
    await browser.signIn();
    expect(await browser.status()).toBe(200);
    await inTransaction(bench.database, async (transaction) => {
      await endUserSessions(transaction, { actor: { kind: 'system' } }, { userId: user.userId, scope: 'everyTenant' });
    });
    await expect.poll(() => browser.status(), { timeout: 1_000, interval: 20 }).toBe(401);
  });

  test('is listed with the browser and the application, and others are ended without it', async () => {
    const [here, there] = [open(0), open(1)];
    await here.signIn();
    await there.signIn();
    const grantId = String((await here.ask('/who')).json().principal.grantId);
    const input = { userId: user.userId, grantId };
    const { database, box } = bench;
    const list = async () => await listSignIns({ handle: database, box }, input);
    const before = await list();
    expect(before).toHaveLength(2);
    expect(before.filter(({ current }) => current)).toHaveLength(1);
    expect(before[0]).toMatchObject({
      kind: 'browser',
      userAgent: 'Test Browser',
      ipAddress: '127.0.0.1',
      applications: [{ id: consoleId, name: 'Console' }],
    });
    await inTransaction(database, async (transaction) => {
      await forgetSignIns({ transaction, box }, { userId: user.userId, exceptGrantId: grantId });
    });
    expect((await list()).map(({ current }) => current)).toEqual([true]);
    expect(await here.status()).toBe(200);
    await expect.poll(() => there.status(), { timeout: 1_000, interval: 20 }).toBe(401);
  });
});
