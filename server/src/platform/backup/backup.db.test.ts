import { access, copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type BlobStore, newBlobKey, openBlobStore } from '../blobs/index.ts';
import { createEncryptionKey, createKeyRing, createSecretBox } from '../secrets/index.ts';
import { listTables, sortByParents, tableName } from './list-tables.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const key = createEncryptionKey('k1', Buffer.alloc(32, 1));
const ring = createKeyRing([key]);
const log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };
const blobKey = newBlobKey();

let folder: string;
let source: TestDatabase;
let file: string;
let blobs: BlobStore;

const withClient = async <Result>(
  database: TestDatabase,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};

/** All rows of all tables, in a form that can be compared. */
const readEverything = async (database: TestDatabase) =>
  await withClient(database, async (client) => {
    const contents: Record<string, unknown> = {};
    for (const table of await listTables(client)) {
      const name = tableName(table);
      const { rows } = await client.query(`SELECT to_jsonb(t)::text AS row FROM ${name} t ORDER BY 1`);
      contents[name] = rows.map(({ row }) => row);
    }
    return contents;
  });

const createEmptyDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  await withClient(database, (client) =>
    client.query('DROP SCHEMA public, graphile_worker CASCADE; CREATE SCHEMA public'),
  );
  return database;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-backup-'));
  source = await createTestDatabase();
  const sealed = createSecretBox(ring).seal('{}', { table: 'idempotency_keys', row: 'r', field: 'answer' });
  await withClient(source, async (client) => {
    await client.query('INSERT INTO encryption_keys (fingerprint) VALUES ($1)', [key.fingerprint]);
    await client.query(
      "INSERT INTO idempotency_keys (scope, key_hash, request_hash, status, sealed_answer, expires_at) VALUES ('a\tb\\c\nd', '\\x00ff', '\\x01', 200, $1, 'infinity')",
      [sealed],
    );
    await client.query(
      "INSERT INTO tenants (name) SELECT 'Tenant ' || n || ' äöü ' || chr(128512) FROM generate_series(1, 500) n",
    );
    await client.query(
      "INSERT INTO audit_log (actor_kind, action, target_kind) VALUES ('system', 'test.made', 'test')",
    );
    await client.query("SELECT graphile_worker.add_job('mail.send', '{\"id\":1}'::json)");
  });
  blobs = await openBlobStore(`file:${join(folder, 'blobs')}`);
  await blobs.put(blobKey, Readable.from([Buffer.from('the bytes of a blob')]));
  file = join(folder, 'portolan.backup');
  await writeBackup({ connection: source.connection, blobs, now: () => new Date('2026-01-02T03:04:05Z') }, file);
});

afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

const restoreInto = async (database: TestDatabase, store: BlobStore, from = file, keys = ring) =>
  await restoreBackup({ connection: database.connection, blobs: store, ring: keys, log }, from);

const openEmptyStore = async () => await openBlobStore(`file:${await mkdtemp(join(folder, 'store-'))}`);

describe('a backup', () => {
  test('restored into an empty place gives the same rows and blobs', async () => {
    const target = await createEmptyDatabase();
    const store = await openEmptyStore();
    const summary = await restoreInto(target, store);
    expect(summary.blobs).toBe(1);
    expect(await readEverything(target)).toEqual(await readEverything(source));
    const content = await store.get(blobKey);
    expect(content && (await buffer(content.body)).toString()).toBe('the bytes of a blob');
    await target.drop();
  });

  test('goes on counting where it stopped', async () => {
    const target = await createEmptyDatabase();
    await restoreInto(target, await openEmptyStore());
    const insert =
      "INSERT INTO audit_log (actor_kind, action, target_kind) VALUES ('system', 'test.made', 'test') RETURNING id::int";
    const last = await withClient(target, async (client) => {
      const { rows: before } = await client.query('SELECT max(id)::int AS id FROM audit_log');
      const { rows: after } = await client.query(insert);
      return { before: before[0].id, after: after[0].id };
    });
    expect(last.after).toBeGreaterThan(last.before);
    await target.drop();
  });

  test('is readable by its owner only, and holds no key', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file)).includes(Buffer.alloc(32, 1))).toBe(false);
  });

  test('that fails leaves no file', async () => {
    const missing = join(folder, 'never.backup');
    const connection = { ...source.connection, database: 'does_not_exist' };
    await expect(writeBackup({ connection, blobs, now: () => new Date() }, missing)).rejects.toThrow();
    await expect(access(missing)).rejects.toThrow();
    await expect(access(`${missing}.unfinished`)).rejects.toThrow();
  });
});

describe('a restore is refused, and nothing is written,', () => {
  const expectUntouched = async (database: TestDatabase, store: BlobStore) => {
    expect(
      await withClient(
        database,
        async (client) => (await client.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).rowCount,
      ),
    ).toBe(0);
    expect(await Array.fromAsync(store.list())).toEqual([]);
  };

  test('when the key is another', async () => {
    const target = await createEmptyDatabase();
    const store = await openEmptyStore();
    const otherRing = createKeyRing([createEncryptionKey('k1', Buffer.alloc(32, 2))]);
    await expect(restoreInto(target, store, file, otherRing)).rejects.toMatchObject({ code: 'encryption-key.foreign' });
    await expectUntouched(target, store);
    await target.drop();
  });

  test.each([
    ['cut off', async (copy: string) => await truncate(copy, (await stat(copy)).size - 10)],
    [
      'changed in one bit',
      async (copy: string) => {
        const bytes = await readFile(copy);
        const middle = bytes.length >> 1;
        bytes[middle] = (bytes[middle] ?? 0) ^ 1;
        await writeFile(copy, bytes);
      },
    ],
    ['no backup at all', async (copy: string) => await writeFile(copy, 'hello')],
  ])('when the file is %s', async (_, damage) => {
    const copy = join(folder, 'damaged.backup');
    await copyFile(file, copy);
    await damage(copy);
    const target = await createEmptyDatabase();
    const store = await openEmptyStore();
    await expect(restoreInto(target, store, copy)).rejects.toMatchObject({ code: 'backup.damaged' });
    await expectUntouched(target, store);
    await target.drop();
  });

  test('when the database has tables', async () => {
    const store = await openEmptyStore();
    await expect(restoreInto(source, store)).rejects.toMatchObject({ code: 'restore.database-not-empty' });
    expect(await Array.fromAsync(store.list())).toEqual([]);
  });

  test('when the object store has blobs', async () => {
    const target = await createEmptyDatabase();
    await expect(restoreInto(target, blobs)).rejects.toMatchObject({ code: 'restore.store-not-empty' });
    await target.drop();
  });
});

test('tables come after those they refer to', () => {
  const row = (table: string, ...parents: string[]) => ({
    schema: 's',
    table,
    parents: parents.map((name) => `s.${name}`),
  });
  const names = (rows: { table: string }[]) => rows.map(({ table }) => table);
  expect(names(sortByParents([row('c', 'b', 'elsewhere'), row('b', 'a'), row('a')]))).toEqual(['a', 'b', 'c']);
  expect(() => sortByParents([row('a', 'b'), row('b', 'a')])).toThrow('circle');
});
