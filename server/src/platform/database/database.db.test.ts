import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import {
  type DatabaseConnections,
  type Handle,
  inTransaction,
  openDatabase,
  openNotificationBus,
  publish,
} from './index.ts';
import { translateDatabaseError } from './translate-database-error.ts';

let testDatabase: TestDatabase;
let databases: DatabaseConnections;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  databases = openDatabase({
    connection: testDatabase.connection,
    poolSize: 4,
    longPoolSize: 2,
    onError: () => undefined,
  });
  await sql`CREATE TABLE things (id integer CONSTRAINT things_pkey PRIMARY KEY, name text)`.execute(databases.main);
});

afterAll(async () => {
  await databases.close();
  await testDatabase.drop();
});

describe('a transaction', () => {
  test('is undone as a whole when it fails', async () => {
    const failing = inTransaction(databases.main, async (transaction) => {
      await sql`INSERT INTO things VALUES (1)`.execute(transaction);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const { rows } = await sql`SELECT * FROM things WHERE id = 1`.execute(databases.main);
    expect(rows).toEqual([]);
  });

  test('runs again after a deadlock', async () => {
    await sql`INSERT INTO things VALUES (10, 'a'), (11, 'a')`.execute(databases.main);
    let attempts = 0;
    let waiting = 0;
    const bothHold = Promise.withResolvers<void>();
    const update = (first: number, second: number) =>
      inTransaction(databases.main, async (transaction) => {
        attempts += 1;
        await sql`UPDATE things SET name = ${String(first)} WHERE id = ${first}`.execute(transaction);
        waiting += 1;
        if (waiting === 2) bothHold.resolve();
        await bothHold.promise;
        await sql`UPDATE things SET name = ${String(first)} WHERE id = ${second}`.execute(transaction);
      });
    await Promise.all([update(10, 11), update(11, 10)]);
    expect(attempts).toBe(3);
  });
});

describe('a connection that is lost', () => {
  const endBackend = async (pid: number) => {
    const other = new pg.Client(testDatabase.connection);
    await other.connect();
    await other.query('SELECT pg_terminate_backend($1)', [pid]);
    await other.end();
  };
  const readPid = async (handle: Handle): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(handle);
    return rows[0]?.pid ?? 0;
  };

  test.each([
    [true, 'is no trouble'],
    [false, 'is trouble'],
  ])('of a pool that has been ended (%s) %s', async (ended) => {
    const told: Error[] = [];
    const one = openDatabase({
      connection: testDatabase.connection,
      poolSize: 1,
      longPoolSize: 1,
      onError: (error) => told.push(error),
    });
    const client = await one.pools.main.connect();
    const gone = new Promise((resolve) => client.once('end', resolve));
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const closed = ended ? one.close() : undefined;
    await endBackend(rows[0]?.pid ?? 0);
    await gone;
    expect(told.length > 0).toBe(!ended);
    client.release(true);
    await (closed ?? one.close());
  });

  test.each(['between two statements of a transaction', 'while nobody uses it'])(
    '%s is told, and the next statement has a new one',
    async (when) => {
      const told: Error[] = [];
      const heard = Promise.withResolvers<void>();
      const one = openDatabase({
        connection: testDatabase.connection,
        poolSize: 1,
        longPoolSize: 1,
        onError: (error) => {
          told.push(error);
          heard.resolve();
        },
      });
      try {
        if (when === 'while nobody uses it') {
          await endBackend(await readPid(one.main));
          await heard.promise;
        } else {
          const work = inTransaction(one.main, async (transaction) => {
            await endBackend(await readPid(transaction));
            await heard.promise;
            await readPid(transaction);
          });
          await expect(work).rejects.toThrow();
        }
        expect(await readPid(one.main)).toBeGreaterThan(0);
        // The closing of its socket may be told as well.
        expect(told[0]?.message).toContain('terminating connection');
      } finally {
        await one.close();
      }
    },
  );
});

describe('an error of the database', () => {
  const rules = { things_pkey: { kind: 'conflict', code: 'thing.exists', message: 'There is such a thing.' } } as const;
  const fail = async (work: Promise<unknown>) =>
    translateDatabaseError(
      await work.then(
        () => undefined,
        (error: unknown) => error,
      ),
      rules,
    );

  test('of a named constraint says what the constraint means', async () => {
    await sql`INSERT INTO things VALUES (20)`.execute(databases.main);
    const error = await fail(sql`INSERT INTO things VALUES (20)`.execute(databases.main));
    expect(error).toMatchObject({ kind: 'conflict', code: 'thing.exists', message: 'There is such a thing.' });
  });

  test.each([
    ['a NUL in a text', sql`SELECT ${'a\0b'}::text`, 'invalid', 'request.invalid'],
    ['a number out of range', sql`SELECT ${'99999999999'}::integer`, 'invalid', 'request.invalid'],
    ['what is no uuid', sql`SELECT ${'x'}::uuid`, 'invalid', 'request.invalid'],
    ['a statement that takes too long', sql`SELECT pg_sleep(30)`, 'unavailable', 'database.busy'],
  ])('for %s is no failure of ours', async (_, query, kind, code) => {
    const error = await fail(query.execute(databases.main));
    expect(error).toMatchObject({ kind, code });
    expect(error?.message).not.toMatch(/pg_|SELECT|integer|uuid/);
  });

  test('for a reference to what is gone is no failure of ours', async () => {
    await sql`CREATE TABLE parts (thing integer REFERENCES things (id))`.execute(databases.main);
    const error = await fail(sql`INSERT INTO parts VALUES (-1)`.execute(databases.main));
    expect(error).toMatchObject({ kind: 'conflict', code: 'reference.gone' });
    expect(error?.message).not.toMatch(/parts|things/);
  });

  test('that nobody foresaw stays what it is', () => {
    expect(translateDatabaseError(new TypeError('x is not a function'), {})).toBeUndefined();
  });
});

describe('a silent partition', () => {
  /** Passes bytes on until it is told to swallow them, as a cut cable does. */
  const openProxy = async (target: pg.ClientConfig) => {
    const sockets = new Set<Socket>();
    let silent = false;
    const { connect } = await import('node:net');
    const path = `${target.host}/.s.PGSQL.${target.port}`;
    const server = createServer((near) => {
      const far = target.host?.startsWith('/')
        ? connect(path)
        : connect(Number(target.port), target.host ?? 'localhost');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from);
        from.on('data', (chunk) => silent || to.write(chunk));
        from.on('close', () => to.destroy());
        from.on('error', () => to.destroy());
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      port: (server.address() as { port: number }).port,
      setSilent: (value: boolean) => {
        silent = value;
      },
      close: () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  };

  test('ends in an error within five seconds, and heals by itself (goal R2)', async () => {
    const { host, port, user, password, database } = new pg.Client(testDatabase.connection);
    const proxy = await openProxy({ host, port });
    const through = openDatabase({
      connection: { host: '127.0.0.1', port: proxy.port, user, database, ...(password ? { password } : {}) },
      poolSize: 1,
      longPoolSize: 1,
      onError: () => undefined,
    });
    try {
      const ask = () => sql<{ one: number }>`SELECT 1 AS one`.execute(through.main);
      expect((await ask()).rows).toEqual([{ one: 1 }]);
      proxy.setSilent(true);
      const begun = performance.now();
      const error = await ask().catch((reason: unknown) => reason);
      expect(performance.now() - begun).toBeLessThan(5_000);
      expect(translateDatabaseError(error, {})).toMatchObject({ kind: 'unavailable', code: 'database.unreachable' });
      proxy.setSilent(false);
      expect((await ask()).rows).toEqual([{ one: 1 }]);
    } finally {
      proxy.close();
      await through.close();
    }
  });
});

describe('the notification bus', () => {
  test('tells of what was committed and nothing else', async () => {
    const bus = await openNotificationBus(testDatabase.connection, () => undefined);
    const heard: string[] = [];
    const last = Promise.withResolvers<void>();
    bus.subscribe('key', (payload) => {
      heard.push(payload);
      if (payload === 'last') last.resolve();
    });
    await inTransaction(databases.main, async (transaction) => {
      await publish(transaction, 'key', 'undone');
      throw new Error('no');
    }).catch(() => undefined);
    await publish(databases.main, 'other topic', 'unheard');
    await inTransaction(databases.main, (transaction) => publish(transaction, 'key', 'last'));
    await last.promise;
    expect(heard).toEqual(['last']);
    await bus.close();
  });

  test('announces a gap when its connection breaks, and listens again', async () => {
    const bus = await openNotificationBus(testDatabase.connection, () => undefined);
    const gap = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<string>();
    bus.subscribe('key', heard.resolve, gap.resolve);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'portolan bus' AND datname = current_database()`.execute(
      databases.main,
    );
    await gap.promise;
    await expect.poll(() => bus.isLive(), { timeout: 5_000 }).toBe(true);
    await publish(databases.main, 'key', 'again');
    expect(await heard.promise).toBe('again');
    await bus.close();
  });
});
