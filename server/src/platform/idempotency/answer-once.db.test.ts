import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type DatabaseConnections, openDatabase } from '../database/index.ts';
import { createEncryptionKey, createKeyRing, createSecretBox } from '../secrets/index.ts';
import { answerOnce } from './answer-once.ts';
import { deleteExpiredAnswers } from './delete-expired-answers.ts';

let testDatabase: TestDatabase;
let databases: DatabaseConnections;
const box = createSecretBox(createKeyRing([createEncryptionKey('k1', Buffer.alloc(32, 7))]));

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  databases = openDatabase({
    connection: testDatabase.connection,
    poolSize: 10,
    longPoolSize: 1,
    onError: () => undefined,
  });
  await sql`CREATE TABLE made (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text)`.execute(databases.main);
});

afterAll(async () => {
  await databases.close();
  await testDatabase.drop();
});

const make = (key: string, name: string, scope = 'make alice') =>
  answerOnce({ database: databases.main, box }, { scope, key, content: name }, async (transaction) => {
    const { rows } = await sql<{ id: number }>`INSERT INTO made (name) VALUES (${name}) RETURNING id`.execute(
      transaction,
    );
    return { status: 201, body: { id: rows[0]?.id, token: 'canary-token' } };
  });

const countMade = async (name: string) =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM made WHERE name = ${name}`.execute(databases.main)).rows[0]
    ?.n;

test('a repeat gets the first answer, and nothing is made twice', async () => {
  const first = await make('a', 'one');
  expect(await make('a', 'one')).toEqual({ ...first, repeated: true });
  expect(await countMade('one')).toBe(1);
});

test('ten at once make one', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => make('race', 'raced')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(answers.filter((answer) => !answer.repeated)).toHaveLength(1);
  expect(await countMade('raced')).toBe(1);
});

test('the same key with another request is refused', async () => {
  await make('b', 'two');
  await expect(make('b', 'three')).rejects.toMatchObject({ kind: 'unprocessable', code: 'idempotency-key.reused' });
});

test('the same key of another caller is another key', async () => {
  await make('c', 'four');
  expect((await make('c', 'four', 'make bob')).repeated).toBe(false);
});

test('a failure leaves the key unused', async () => {
  const request = { scope: 's', key: 'd', content: '' };
  const failing = answerOnce({ database: databases.main, box }, request, async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const again = await answerOnce({ database: databases.main, box }, request, async () => ({ status: 200, body: 1 }));
  expect(again).toEqual({ status: 200, body: 1, repeated: false });
});

test.each(['', 'a b', 'é', 'x'.repeat(256)])('the key %j is refused', async (key) => {
  await expect(make(key, 'five')).rejects.toMatchObject({ kind: 'invalid', code: 'idempotency-key.malformed' });
});

test('answers are sealed, and forgotten when their time is over', async () => {
  await make('e', 'six');
  const { rows } = await sql<{ all: string }>`SELECT string_agg(i::text, '') AS all FROM idempotency_keys i`.execute(
    databases.main,
  );
  expect(rows[0]?.all).not.toContain('canary-token');
  await sql`UPDATE idempotency_keys SET expires_at = now() - interval '1 second'`.execute(databases.main);
  expect((await make('e', 'six')).repeated).toBe(false);
  expect(await deleteExpiredAnswers(databases.main)).toBeGreaterThan(0);
});
