import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';
import { openTestRun } from './test-run.ts';

const ask = async (connection: pg.ClientConfig, statement: string, values: unknown[] = []) => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
};

const listNames = async (prefix: string) =>
  (await ask(inject('testRun').server, 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [prefix])).map(
    (row) => row.datname,
  );

test('every file gets the whole schema, and rows of its own', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await ask(one.connection, 'CREATE TABLE only_here (id integer)');
  expect(await ask(one.connection, 'SELECT count(*)::int AS steps FROM schema_migrations')).toEqual(
    await ask(other.connection, 'SELECT count(*)::int AS steps FROM schema_migrations'),
  );
  await expect(ask(other.connection, 'TABLE only_here')).rejects.toMatchObject({ code: '42P01' });
  await Promise.all([one.drop(), other.drop()]);
});

test('twelve files that start at once all get one', async () => {
  const databases = await Promise.all(Array.from({ length: 12 }, createTestDatabase));
  expect(new Set(databases.map(({ connection }) => connection.database)).size).toBe(12);
  await Promise.all(databases.map(async ({ drop }) => await drop()));
  expect(await listNames(databases[0]?.connection.database ?? '')).toEqual([]);
});

test('a database is dropped even while somebody is connected', async () => {
  const { connection, drop } = await createTestDatabase();
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  await drop();
  expect(await listNames(connection.database ?? 'no name')).toEqual([]);
});

test('text is ordered by code point on every server', async () => {
  const { connection, drop } = await createTestDatabase();
  const rows = await ask(
    connection,
    "SELECT v, upper(v) AS u FROM (VALUES ('b'), ('B'), ('ä'), ('a')) AS t (v) ORDER BY v",
  );
  expect(rows.map(({ v, u }) => `${v}${u}`)).toEqual(['BB', 'aA', 'bB', 'äÄ']);
  await drop();
});

test('the databases of a killed run are removed, those of a live one are not', async () => {
  const { server } = inject('testRun');
  const live = await openTestRun(server, async () => undefined);
  const killed = 'portolan_test_77_template';
  await ask(server, `CREATE DATABASE ${killed}`);
  const next = await openTestRun(server, async () => undefined);
  expect(await listNames('portolan_test_77_')).toEqual([]);
  expect(await listNames(live.run.prefix)).toEqual([live.run.template]);
  expect(await listNames(inject('testRun').prefix)).toContain(inject('testRun').template);
  await Promise.all([live.close(), next.close()]);
  expect(await listNames(live.run.prefix)).toEqual([]);
});
