import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type DatabaseConnections, openDatabase } from '../database/index.ts';
import { createEncryptionKey, createKeyRing, createSecretBox } from '../secrets/index.ts';
import { rewrapSecrets } from './rewrap-secrets.ts';

let testDatabase: TestDatabase;
let databases: DatabaseConnections;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  databases = openDatabase({
    connection: testDatabase.connection,
    poolSize: 2,
    longPoolSize: 2,
    onError: () => undefined,
  });
});

afterAll(async () => {
  await databases.close();
  await testDatabase.drop();
});

test('after a rotation the newest key alone opens everything', async () => {
  const [oldKey, newKey] = [
    createEncryptionKey('old', Buffer.alloc(32, 1)),
    createEncryptionKey('new', Buffer.alloc(32, 2)),
  ];
  const oldBox = createSecretBox(createKeyRing([oldKey]));
  const place = (n: number) => ({ table: 'idempotency_keys', row: String(n), field: 'answer' });
  await databases.main
    .insertInto('encryptionKeys')
    .values([oldKey, newKey].map(({ fingerprint }) => ({ fingerprint })))
    .execute();
  const rows = Array.from({ length: 1_200 }, (_, n) => ({
    scope: String(n),
    keyHash: Buffer.from([1]),
    requestHash: Buffer.from([1]),
    status: 200,
    sealedAnswer: oldBox.seal(`secret ${n}`, place(n)),
    expiresAt: new Date('2100-01-01'),
  }));
  await databases.main.insertInto('idempotencyKeys').values(rows).execute();

  const bothBox = createSecretBox(createKeyRing([newKey, oldKey]));
  expect(await rewrapSecrets(databases.longWork, bothBox, newKey.fingerprint)).toBe(1_200);
  expect(await rewrapSecrets(databases.longWork, bothBox, newKey.fingerprint)).toBe(0);

  const newBox = createSecretBox(createKeyRing([newKey]));
  const stored = await databases.main.selectFrom('idempotencyKeys').select(['scope', 'sealedAnswer']).execute();
  expect(stored.map((row) => newBox.openText(row.sealedAnswer ?? '', place(Number(row.scope)))).sort()).toEqual(
    rows.map((_, n) => `secret ${n}`).sort(),
  );
  const { rows: keys } = await sql`SELECT fingerprint FROM encryption_keys`.execute(databases.main);
  expect(keys).toEqual([{ fingerprint: newKey.fingerprint }]);
});
