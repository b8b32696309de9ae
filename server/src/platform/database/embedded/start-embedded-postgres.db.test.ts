import { existsSync } from 'node:fs';
import { cp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { isAlive } from './postmaster-process.ts';
import { endHeldDatabases, holdDatabase } from './test/held-database.ts';
import { makeScratchFolder, removeScratchFolder } from './test/scratch-folder.ts';

let scratch: string;
let dataFolder: string;
const steps: string[] = [];
const onStep = (step: string) => steps.push(step);
/** Nothing here loses power, so nothing waits for the disk. */
const settings = { fsync: 'off' };

beforeEach(async () => {
  steps.length = 0;
  scratch = await makeScratchFolder();
  dataFolder = join(scratch, 'data');
});
afterEach(async () => {
  await endHeldDatabases();
  await removeScratchFolder(scratch);
});

const ask = async (connection: pg.ClientConfig, statement: string) => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

describe('an ordinary start', () => {
  test('makes a durable UTF-8 database, whatever language and PG variables the environment names', async () => {
    const env = {
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'ja_JP.eucJP',
      TZ: 'Asia/Tokyo',
      PGDATA: '/nowhere',
      PGPORT: '1',
      PGSSLMODE: 'require',
    };
    const held = holdDatabase(dataFolder, { env });
    const { connection, adopted, recovered } = await held.hears('started');
    const [actual] = await ask(
      connection,
      `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
              current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS checksums,
              current_setting('server_encoding') AS encoding, current_setting('timezone') AS timezone,
              current_setting('listen_addresses') AS addresses, datlocprovider AS provider, datlocale AS locale,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super
         FROM pg_database WHERE datname = current_database()`,
    );
    expect({ adopted, recovered }).toEqual({ adopted: false, recovered: false });
    expect(actual).toEqual({
      fsync: 'on',
      pages: 'on',
      commit: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      timezone: 'UTC',
      addresses: '',
      provider: 'b',
      locale: 'C.UTF-8',
      super: false,
    });
    held.process.kill('SIGTERM');
    expect(await held.exit).toBe(0);
  });

  test('keeps its rows over a stop, and stops without a trace', async () => {
    const first = await startEmbeddedPostgres({ dataFolder, onStep, settings });
    await ask(first.connection, "CREATE TABLE kept AS SELECT 'ä' AS letter");
    const socketFolder = first.connection.host ?? '';
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);
    const kept = ['portolan.lock', 'postgres', 'postgres.log'];
    expect((await readdir(dataFolder)).sort()).toEqual([...kept, 'portolan.lock.pid'].sort());
    await first.stop();
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(existsSync(socketFolder)).toBe(false);
    expect((await readdir(dataFolder)).sort()).toEqual(kept);

    const second = await startEmbeddedPostgres({ dataFolder, onStep, settings });
    expect(await ask(second.connection, 'TABLE kept')).toEqual([{ letter: 'ä' }]);
    expect([second.adopted, second.recovered]).toEqual([false, false]);
    await second.stop();
  });

  test('has a socket address of at most 107 bytes in a data folder with a path of 300', async () => {
    const deep = join(scratch, 'ö'.repeat(60), 'x'.repeat(180), 'data');
    const server = await startEmbeddedPostgres({ dataFolder: deep, onStep, settings });
    expect(Buffer.byteLength(`${server.connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
    expect(await ask(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test('stops within seconds while a session is busy', async () => {
    const server = await startEmbeddedPostgres({ dataFolder, onStep, settings });
    const busy = ask(server.connection, 'SELECT pg_sleep(60)').catch((error: unknown) => error);
    await expect
      .poll(
        async () =>
          await ask(
            server.connection,
            "SELECT FROM pg_stat_activity WHERE query LIKE '%sleep(60%' AND pid <> pg_backend_pid()",
          ),
        { timeout: 10_000 },
      )
      .toHaveLength(1);
    const started = performance.now();
    await server.stop();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await busy).toMatchObject({ code: '57P01' });
  });

  test('can be found by a command beside it, and only while it runs', async () => {
    expect(await findEmbeddedPostgres(dataFolder)).toBeUndefined();
    const server = await startEmbeddedPostgres({ dataFolder, onStep, settings });
    const found = await findEmbeddedPostgres(dataFolder);
    expect(found).toEqual(server.connection);
    await server.stop();
    expect(await findEmbeddedPostgres(dataFolder)).toBeUndefined();
  });
});

describe('two starts on one folder', () => {
  test('the second is refused in one sentence, and the first goes on', async () => {
    const first = await startEmbeddedPostgres({ dataFolder, onStep, settings });
    const second = holdDatabase(dataFolder, { settings });
    expect(await second.hears('refused')).toMatch(
      /^The data folder .+ is in use by another Portolan \(process \d+\): stop that one first, or [^.]+\.$/,
    );
    expect(await second.hears('refused')).toContain(`process ${process.pid}`);
    await expect(startEmbeddedPostgres({ dataFolder, onStep, settings })).rejects.toMatchObject({
      problem: 'folderInUse',
    });
    expect(await ask(first.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await first.stop();
  });

  test('of six at once on an empty folder exactly one wins', async () => {
    const programs = Array.from({ length: 6 }, () => holdDatabase(dataFolder, { settings }));
    const outcomes = await Promise.all(
      programs.map(async (held) => await Promise.race([held.hears('started'), held.hears('problem')])),
    );
    expect(outcomes.filter((outcome) => outcome === 'folderInUse')).toHaveLength(5);
    const [winner] = programs.filter((_, index) => outcomes[index] !== 'folderInUse');
    winner?.process.kill('SIGTERM');
    expect(await winner?.exit).toBe(0);
  });
});

test('a copy of a data folder does not touch the running server of the original', async () => {
  await (await startEmbeddedPostgres({ dataFolder, onStep, settings })).stop();
  const copied = join(scratch, 'copied');
  await cp(dataFolder, copied, { recursive: true });
  const original = await startEmbeddedPostgres({ dataFolder, onStep, settings });
  for (const name of ['postmaster.pid', 'postmaster.opts']) {
    await cp(join(dataFolder, 'postgres', name), join(copied, 'postgres', name));
  }
  const copy = await startEmbeddedPostgres({ dataFolder: copied, onStep, settings });
  expect(copy.adopted).toBe(false);
  expect(copy.pid).not.toBe(original.pid);
  expect(await ask(original.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await Promise.all([copy.stop(), original.stop()]);
});

test('Ctrl-C reaches the whole process group, and the database outlives the last request', async () => {
  const held = holdDatabase(dataFolder, { settings });
  const { pid } = await held.hears('started');
  const group = held.process.pid ?? 0;
  // The database leads a group of its own.
  expect(process.kill(-pid, 0)).toBe(true);
  process.kill(-group, 'SIGINT');
  expect(await held.hears('ended')).toEqual({ signal: 'SIGINT', last: 'answered' });
  expect(await held.exit).toBe(0);
  expect(isAlive(pid)).toBe(false);
});
