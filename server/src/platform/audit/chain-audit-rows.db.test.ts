import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openDatabase } from '../database/index.ts';
import { createEncryptionKey, createKeyRing } from '../secrets/index.ts';
import { openCheckpointFile } from './checkpoint-file.ts';
import { createCheckpointSigner } from './checkpoint-keys.ts';
import { type AuditFixture, entryNumber, openAuditFixture } from './open-audit-fixture.ts';

let audit: AuditFixture;
let clients: pg.Client[] = [];
beforeAll(async () => {
  audit = await openAuditFixture(await createTestDatabase());
});
afterAll(async () => await audit.close());
beforeEach(async () => await audit.reset());
afterEach(async () => {
  for (const client of clients) await client.end();
  clients = [];
});

/** A writer whose transaction stays open. */
const openWriter = async (target: string) => {
  const client = new pg.Client(audit.connection);
  await client.connect();
  clients.push(client);
  // A writer that had to wait for another would fail here.
  await client.query("SET lock_timeout = '1s'");
  await client.query('BEGIN');
  await client.query(
    `WITH entry AS (
       INSERT INTO audit_log (actor_kind, action, target_kind, target_id) VALUES ('user', 'a.b', 'thing', $1) RETURNING id)
     INSERT INTO audit_pending SELECT id FROM entry`,
    [target],
  );
  return client;
};

const chainedTargets = async () =>
  (
    await audit.query('SELECT a.target_id FROM audit_chain c JOIN audit_log a ON a.id = c.audit_id ORDER BY position')
  ).map((row) => row.target_id);

describe('chainAuditRows', () => {
  it('chains all rows once, in batches', async () => {
    await audit.record(...Array.from({ length: 25 }, (_, number) => entryNumber(number)));
    await expect(audit.chain({ batchSize: 10 })).resolves.toEqual({ chained: 25, busy: false, checkpoint: 'written' });
    await expect(audit.chain()).resolves.toEqual({ chained: 0, busy: false, checkpoint: 'unchanged' });
    expect(await chainedTargets()).toEqual(Array.from({ length: 25 }, (_, number) => `thing-${number}`));
    expect(await audit.query('SELECT * FROM audit_pending')).toEqual([]);
    await expect(audit.verify()).resolves.toMatchObject({ intact: true, checked: 25 });
  });

  it('stops after so many batches and goes on with the next call', async () => {
    await audit.record(...Array.from({ length: 25 }, (_, number) => entryNumber(number)));
    await expect(audit.chain({ batchSize: 10, mostBatches: 2 })).resolves.toMatchObject({ chained: 20 });
    await expect(audit.chain({ batchSize: 10, mostBatches: 2 })).resolves.toMatchObject({ chained: 5 });
  });

  it('does nothing on an empty log', async () => {
    await expect(audit.chain()).resolves.toEqual({ chained: 0, busy: false, checkpoint: 'unchanged' });
    await expect(audit.verify()).resolves.toMatchObject({ intact: true, checked: 0, head: undefined });
  });

  it('chains in the order of commits, whatever the ids, and waits for nobody', async () => {
    const early = await openWriter('early id, late commit');
    const late = await openWriter('late id, early commit');
    await late.query('COMMIT');
    await expect(audit.chain()).resolves.toMatchObject({ chained: 1 });
    await audit.record(entryNumber(3));
    await expect(audit.chain()).resolves.toMatchObject({ chained: 1 });
    await early.query('COMMIT');
    await expect(audit.chain()).resolves.toMatchObject({ chained: 1 });
    expect(await chainedTargets()).toEqual(['late id, early commit', 'thing-3', 'early id, late commit']);
    await expect(audit.verify()).resolves.toMatchObject({ intact: true, checked: 3 });
  });

  it('leaves no gap for what was rolled back', async () => {
    const undone = await openWriter('undone');
    await audit.record(entryNumber(1));
    await undone.query('ROLLBACK');
    await audit.record(entryNumber(2));
    await audit.chain();
    expect(await audit.query('SELECT position FROM audit_chain ORDER BY 1')).toEqual([
      { position: '1' },
      { position: '2' },
    ]);
    await expect(audit.verify()).resolves.toMatchObject({ intact: true });
  });

  it('makes one chain when many writers and many nodes are at it', async () => {
    const writers = Array.from({ length: 100 }, (_, number) => audit.record(entryNumber(number)));
    const nodes = Array.from({ length: 20 }, (_, node) =>
      audit.chain({
        batchSize: 7,
        node: `node-${node}`,
        checkpoints: openCheckpointFile({ folder: join(audit.folder, `${node}`) }),
      }),
    );
    await Promise.all(writers);
    const results = await Promise.all(nodes);
    const rest = await audit.chain();
    const total = [...results, rest].reduce((sum, { chained }) => sum + chained, 0);
    expect(total).toBe(100);
    expect(results.some(({ checkpoint }) => checkpoint === 'conflict')).toBe(false);
    await expect(audit.verify()).resolves.toMatchObject({ intact: true, checked: 100 });
  });

  it('steps back while another node holds the chain', async () => {
    await audit.record(entryNumber(1));
    const other = new pg.Client(audit.connection);
    await other.connect();
    clients.push(other);
    await other.query('BEGIN; SELECT pg_advisory_xact_lock(7305108115)');
    await expect(audit.chain()).resolves.toMatchObject({ chained: 0, busy: true });
    await other.query('COMMIT');
    await expect(audit.chain()).resolves.toMatchObject({ chained: 1, busy: false });
  });

  it('hashes alike whatever the time zone and style of the session', async () => {
    await audit.record({ ...entryNumber(1), details: { big: 1e300, text: 'ä', list: [1.5, -0, 'x'] } });
    await audit.chain();
    const options =
      '-c timezone=Asia/Kathmandu -c datestyle=German -c bytea_output=escape -c intervalstyle=sql_standard';
    const connection = { ...audit.connection, options };
    const elsewhere = openDatabase({ connection, poolSize: 1, longPoolSize: 1, onError: () => undefined });
    try {
      const { rows } = await sql<{ zone: string }>`SELECT current_setting('timezone') AS zone`.execute(elsewhere.main);
      expect(rows).toEqual([{ zone: 'Asia/Kathmandu' }]);
      await expect(audit.verify(3, elsewhere.main)).resolves.toMatchObject({ intact: true, checked: 1 });
      await audit.record(entryNumber(2));
      await expect(audit.chain({ database: elsewhere.main })).resolves.toMatchObject({ chained: 1 });
    } finally {
      await elsewhere.close();
    }
    await expect(audit.verify()).resolves.toMatchObject({ intact: true, checked: 2 });
  });
});

describe('checkpoints', () => {
  it('note each new head', async () => {
    for (const number of [1, 2, 3]) {
      await audit.record(entryNumber(number));
      await audit.chain();
    }
    const { checkpoints } = await audit.deps.checkpoints.readAll();
    expect(checkpoints.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(checkpoints[0]).toMatchObject({ node: 'node-1', writtenAt: '2026-11-15T02:00:00.000Z' });
  });

  it('are caught up with by a node that did not chain', async () => {
    await audit.record(entryNumber(1));
    await audit.chain();
    const checkpoints = openCheckpointFile({ folder: join(audit.folder, 'node-2') });
    await expect(audit.chain({ node: 'node-2', checkpoints })).resolves.toEqual({
      chained: 0,
      busy: false,
      checkpoint: 'written',
    });
    await expect(checkpoints.readLast()).resolves.toMatchObject({ node: 'node-2', position: 1 });
  });

  it('never bless a chain that was rewritten', async () => {
    await audit.record(entryNumber(1), entryNumber(2));
    await audit.chain();
    await audit.tamper('DELETE FROM audit_chain WHERE position = 2', 'DELETE FROM audit_log WHERE id = 2');
    await audit.record(entryNumber(3));
    await expect(audit.chain()).resolves.toMatchObject({ chained: 1, checkpoint: 'conflict' });
    await expect(audit.deps.checkpoints.readAll()).resolves.toMatchObject({ checkpoints: [{ position: 2 }] });
    await expect(audit.verify()).resolves.toMatchObject({ intact: false, problems: [{ kind: 'checkpointMismatch' }] });
  });

  it('are written anew after a rotation, so that the old key may go', async () => {
    await audit.record(entryNumber(1));
    await audit.chain();
    const signer = createCheckpointSigner(createKeyRing([createEncryptionKey('k2', randomBytes(32))]));
    await expect(audit.chain({ signer })).resolves.toMatchObject({ checkpoint: 'written' });
    await expect(audit.chain({ signer })).resolves.toMatchObject({ checkpoint: 'unchanged' });
    await expect(audit.deps.checkpoints.readLast()).resolves.toMatchObject({ position: 1, key: signer.key });
  });

  it('say so when their folder cannot be used, and the chain goes on', async () => {
    await audit.record(entryNumber(1));
    const file = join(audit.folder, 'a-file');
    await mkdir(audit.folder, { recursive: true });
    await writeFile(file, '');
    const checkpoints = openCheckpointFile({ folder: join(file, 'below') });
    await expect(audit.chain({ checkpoints })).rejects.toMatchObject({ code: 'audit.checkpoint-unusable' });
    await expect(audit.verify()).resolves.toMatchObject({ intact: true, checked: 1 });
  });
});
