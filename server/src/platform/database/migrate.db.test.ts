import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { migrate } from './migrate.ts';

let testDatabase: TestDatabase;
let folder: string;

const ask = async (statement: string) => {
  const client = new pg.Client(testDatabase.connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portolan-migrations-'));
  await ask('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await writeFile(join(folder, '0001_first.sql'), 'CREATE TABLE first (id integer);');
  await writeFile(join(folder, '0002_second.sql'), 'CREATE TABLE second (id integer);');
});

afterAll(async () => {
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

test('several nodes at once apply each step once, in order', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(testDatabase.connection, { folder })));
  expect(applied.sort()).toEqual([0, 0, 2]);
  expect(await ask('SELECT version, name FROM schema_migrations ORDER BY version')).toEqual([
    { version: 1, name: '0001_first' },
    { version: 2, name: '0002_second' },
  ]);
});

test('a step that fails leaves nothing of itself', async () => {
  const bad = join(folder, '0003_third.sql');
  await writeFile(bad, 'CREATE TABLE third (id integer); SELECT 1 / 0;');
  await expect(migrate(testDatabase.connection, { folder })).rejects.toThrow('The schema step 0003_third failed');
  expect(await ask("SELECT to_regclass('third') AS third")).toEqual([{ third: null }]);
  await rm(bad);
});

test('a landed step that was edited is refused', async () => {
  const first = join(folder, '0001_first.sql');
  await writeFile(first, 'CREATE TABLE first (id bigint);');
  await expect(migrate(testDatabase.connection, { folder })).rejects.toThrow('must never be edited');
  await writeFile(first, 'CREATE TABLE first (id integer);');
});

test('a schema of a newer version is refused', async () => {
  await ask("INSERT INTO schema_migrations (version, name, checksum) VALUES (9, '0009_future', '')");
  await expect(migrate(testDatabase.connection, { folder })).rejects.toThrow('newer version');
});
