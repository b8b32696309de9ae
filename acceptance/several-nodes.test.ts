import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, cliClientId, platformApi } from './support/administrator.ts';
import { readPostmaster } from './support/embedded-database.ts';
import { signIn, type Tokens } from './support/sign-in.ts';
import { adminEmail, adminPassword, type Portolan, startPortolan } from './support/start-portolan.ts';

/** Three servers on one PostgreSQL (goal R9). The first one also keeps the database, so it is the one that stays. */
let first: Portolan;
const others = new Map<string, Portolan>();
const encryptionKeys = `test:${randomBytes(32).toString('base64')}`;

const databaseUrl = async (): Promise<string> => {
  if (first.environment.DATABASE_URL !== undefined) return first.environment.DATABASE_URL;
  const { connection } = await readPostmaster(first.data);
  return `postgres://${connection.user}@${encodeURIComponent(String(connection.host))}:${connection.port}/${connection.database}`;
};

const startOther = async (name: string): Promise<void> => {
  const server = await startPortolan({
    environment: {
      PORTOLAN_ENCRYPTION_KEYS: encryptionKeys,
      PORTOLAN_PUBLIC_URL: first.url,
      DATABASE_URL: await databaseUrl(),
    },
  });
  others.set(name, server);
};

let tokens: Tokens;

beforeAll(async () => {
  first = await startPortolan({ environment: { PORTOLAN_ENCRYPTION_KEYS: encryptionKeys } });
  await Promise.all([startOther('second'), startOther('third')]);
  tokens = await signIn({
    url: first.url,
    clientId: cliClientId,
    redirectUri: 'http://127.0.0.1:54321/callback',
    scope: `openid offline_access ${platformApi}/user_impersonation`,
    email: adminEmail,
    password: adminPassword,
  });
});

afterAll(async () => {
  for (const server of others.values()) {
    await server.end('SIGTERM');
    await rm(server.data, { recursive: true, force: true });
  }
  await first.remove();
});

interface Load {
  /** Ids of projects whose creation was acknowledged. */
  readonly acknowledged: string[];
  /** Requests that reached a server and got no answer, or a wrong one. */
  readonly failed: string[];
  stop(): Promise<void>;
}

const nobodyListens = (error: unknown): boolean =>
  error instanceof Error &&
  JSON.stringify(error.cause ?? '', Object.getOwnPropertyNames(error.cause ?? {})).includes('ECONNREFUSED');

/** Writes through all nodes in turn, as a load balancer sends them: where nobody listens, it takes the next. */
const startLoad = (): Load => {
  const acknowledged: string[] = [];
  const failed: string[] = [];
  let stopped = false;
  let turn = 0;
  const create = async (name: string): Promise<void> => {
    const nodes = [first, ...others.values()];
    const begin = turn++;
    for (let attempt = 0; attempt < nodes.length; attempt += 1) {
      const node = nodes[(begin + attempt) % nodes.length] ?? first;
      try {
        const answer = await call(node.url, 'POST', '/portal/v1/projects', {
          token: tokens.access_token,
          body: { name, description: '' },
        });
        if (answer.status === 201) acknowledged.push(answer.body.id);
        else failed.push(`${answer.status} ${answer.text}`);
        return;
      } catch (error) {
        if (nobodyListens(error)) continue;
        failed.push(String(error));
        return;
      }
    }
    failed.push('no node listens');
  };
  const work = async (lane: number) => {
    for (let n = 0; !stopped; n += 1) await create(`Node ${lane} ${n} ${Date.now()}`);
  };
  const lanes = Promise.all([0, 1, 2, 3].map(work));
  return {
    acknowledged,
    failed,
    stop: async () => {
      stopped = true;
      await lanes;
    },
  };
};

const countLost = async (node: Portolan, ids: readonly string[]): Promise<number> => {
  let lost = 0;
  for (const id of ids) {
    const answer = await call(node.url, 'GET', `/portal/v1/projects/${id}`, { token: tokens.access_token });
    if (answer.status !== 200) lost += 1;
  }
  return lost;
};

const until = async (load: Load, more: number): Promise<void> => {
  const goal = load.acknowledged.length + more;
  await expect.poll(() => load.acknowledged.length, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(goal);
};

const nodeOf = (name: string): Portolan => {
  const node = others.get(name);
  if (node === undefined) throw new Error(`There is no ${name} node.`);
  return node;
};

describe('three servers on one database (goal R9)', { timeout: 120_000 }, () => {
  test('one is killed under load: nothing acknowledged is lost, and everybody stays signed in', async () => {
    const load = startLoad();
    await until(load, 30);
    const killed = nodeOf('second');
    await killed.end('SIGKILL');
    await until(load, 30);
    await load.stop();
    // At most what was under way at the killed one: as many as there are clients.
    expect(load.failed.length).toBeLessThanOrEqual(4);
    expect(load.acknowledged.length).toBeGreaterThanOrEqual(60);
    expect(await countLost(nodeOf('third'), load.acknowledged)).toBe(0);

    const refreshed = await fetch(`${nodeOf('third').url}/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token ?? '',
        client_id: cliClientId,
      }),
    });
    expect(refreshed.status).toBe(200);
    tokens = (await refreshed.json()) as Tokens;
    await rm(killed.data, { recursive: true, force: true });
    await startOther('second');
  });

  test('one after the other is restarted under load: no request fails', async () => {
    const load = startLoad();
    for (const name of ['second', 'third']) {
      await until(load, 20);
      const old = nodeOf(name);
      expect(await old.end('SIGTERM')).toBe(0);
      await until(load, 20);
      await rm(old.data, { recursive: true, force: true });
      await startOther(name);
    }
    await until(load, 20);
    await load.stop();
    expect(load.failed).toEqual([]);
    expect(await countLost(first, load.acknowledged)).toBe(0);
  });
});
