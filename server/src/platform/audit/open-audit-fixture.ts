import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inTransaction, openDatabase } from '../database/index.ts';
import { createEncryptionKey, createKeyRing } from '../secrets/index.ts';
import type { AuditEntry } from './audit-entry.ts';
import { type ChainAuditDeps, chainAuditRows } from './chain-audit-rows.ts';
import { openCheckpointFile } from './checkpoint-file.ts';
import { checkpointPublicKeys, createCheckpointSigner } from './checkpoint-keys.ts';
import { recordAudit } from './record-audit.ts';
import { verifyAudit } from './verify-audit.ts';

/** For tests: an audit log with its job and its checkpoints, and somebody who tampers with it. */
export type AuditFixture = Awaited<ReturnType<typeof openAuditFixture>>;

const guarded = ['audit_log', 'audit_chain', 'audit_pending'];
const switchGuards = (word: 'ENABLE' | 'DISABLE') =>
  guarded.map((table) => `ALTER TABLE ${table} ${word} TRIGGER USER;`).join(' ');

interface EmptyDatabase {
  readonly connection: pg.ClientConfig;
  drop(): Promise<void>;
}

export const openAuditFixture = async (testDatabase: EmptyDatabase) => {
  const databases = openDatabase({
    connection: testDatabase.connection,
    poolSize: 8,
    longPoolSize: 1,
    onError: () => undefined,
  });
  const folder = await mkdtemp(join(tmpdir(), 'portolan-audit-'));
  const ring = createKeyRing([createEncryptionKey('k1', randomBytes(32))]);
  const checkpoints = openCheckpointFile({ folder });
  const intruder = new pg.Client(testDatabase.connection);
  await intruder.connect();

  const deps: ChainAuditDeps = {
    database: databases.main,
    checkpoints,
    signer: createCheckpointSigner(ring),
    node: 'node-1',
    now: () => new Date('2026-11-15T02:00:00Z'),
  };

  return {
    database: databases.main,
    connection: testDatabase.connection,
    folder,
    deps,
    record: async (...entries: readonly AuditEntry[]) =>
      await inTransaction(databases.main, async (transaction) => await recordAudit(transaction, ...entries)),
    chain: async (change: Partial<ChainAuditDeps> = {}) => await chainAuditRows({ ...deps, ...change }),
    verify: async (batchSize = 3, database = databases.main) => {
      const lists = [await checkpoints.readAll()];
      return await verifyAudit({ database, publicKeys: checkpointPublicKeys(ring), batchSize }, lists);
    },
    query: async (text: string) => (await intruder.query(text)).rows as readonly Record<string, unknown>[],
    /** What the owner of the tables, or a superuser, does to them: with the guards switched off and on again. */
    tamper: async (...statements: readonly string[]) => {
      await intruder.query(`BEGIN; ${switchGuards('DISABLE')}`);
      const counts: (number | null)[] = [];
      for (const statement of statements) counts.push((await intruder.query(statement)).rowCount);
      await intruder.query(`${switchGuards('ENABLE')} COMMIT`);
      return counts;
    },
    /** Empty again, and much faster than a new database. */
    reset: async () => {
      await intruder.query(`ROLLBACK; BEGIN; ${switchGuards('DISABLE')}
        TRUNCATE audit_log, audit_chain, audit_pending RESTART IDENTITY; ${switchGuards('ENABLE')} COMMIT`);
      await rm(folder, { recursive: true, force: true });
    },
    close: async () => {
      await intruder.end();
      await databases.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const entryNumber = (number: number): AuditEntry => ({
  action: 'thing.changed',
  actor: { kind: 'user', id: `user-${number}` },
  target: { kind: 'thing', id: `thing-${number}` },
  details: { number },
});
