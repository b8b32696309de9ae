import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { beforeFirst, hashLink } from './audit-hash.ts';
import { type AuditFixture, entryNumber, openAuditFixture } from './open-audit-fixture.ts';
import { recordAudit } from './record-audit.ts';
import { verifyAudit } from './verify-audit.ts';

let audit: AuditFixture;
beforeAll(async () => {
  audit = await openAuditFixture(await createTestDatabase());
});
afterAll(async () => await audit.close());
beforeEach(async () => {
  await audit.reset();
  // Ids 1 to 8 at positions 1 to 8, noted at 4 and 8.
  await audit.record(...[1, 2, 3, 4].map(entryNumber));
  await audit.chain();
  await audit.record(...[5, 6, 7, 8].map(entryNumber));
  await audit.chain();
});

const found = async () => {
  const report = await audit.verify();
  return report.problems.map(({ kind, auditId, position }) => [kind, auditId ?? position]);
};
const checkpointPath = () => join(audit.folder, 'checkpoints.jsonl');

/** Makes the chain whole again around whatever is in the log: what an intruder does who knows this code. */
const rechain = async () => {
  await audit.tamper('DELETE FROM audit_chain', 'INSERT INTO audit_pending SELECT id FROM audit_log');
  await audit.chain();
};

describe('verifyAudit', () => {
  it('passes a log that nobody touched', async () => {
    const report = await audit.verify();
    expect(report).toMatchObject({
      intact: true,
      checked: 8,
      head: { position: 8 },
      pending: { count: 0 },
      checkpoints: { valid: 2, unverifiable: 0, covers: 8 },
      problems: [],
      omitted: 0,
    });
  });

  it('passes while rows wait to be chained', async () => {
    await audit.record(entryNumber(9));
    await expect(audit.verify()).resolves.toMatchObject({ intact: true, checked: 8, pending: { count: 1 } });
  });

  it('passes when an intruder did nothing', async () => {
    await expect(audit.tamper("UPDATE audit_log SET action = 'x.y' WHERE id = 99")).resolves.toEqual([0]);
    expect(await found()).toEqual([]);
  });

  const changes = [
    "occurred_at = occurred_at + interval '1 microsecond'",
    "tenant_id = '00000000-0000-0000-0000-000000000001'",
    "actor_kind = 'system'",
    "actor_id = 'user-9'",
    'actor_id = NULL',
    "action = 'thing.read'",
    "target_kind = 'other'",
    "target_id = ''",
    'project_id = gen_random_uuid()',
    'workspace_id = gen_random_uuid()',
    "support_code = 'x'",
    "ip_address = '10.0.0.1'",
    "details = '{}'",
    "details = jsonb_set(details, '{number}', '3.0')",
  ];
  it.each(changes)('finds a changed row: %s', async (change) => {
    await expect(audit.tamper(`UPDATE audit_log SET ${change} WHERE id = 3`)).resolves.toEqual([1]);
    expect(await found()).toEqual([['changed', '3']]);
  });

  it('finds deleted rows', async () => {
    await expect(audit.tamper('DELETE FROM audit_log WHERE id IN (1, 5)')).resolves.toEqual([2]);
    expect(await found()).toEqual([
      ['deleted', '1'],
      ['deleted', '5'],
    ]);
  });

  it('finds a deleted row whose link is gone too', async () => {
    await audit.tamper('DELETE FROM audit_log WHERE id = 5', 'DELETE FROM audit_chain WHERE audit_id = 5');
    expect(await found()).toEqual([['gap', 5]]);
  });

  it('finds a deleted row when the positions after it were moved up', async () => {
    await audit.tamper(
      'DELETE FROM audit_log WHERE id = 5',
      'DELETE FROM audit_chain WHERE audit_id = 5',
      'UPDATE audit_chain SET position = position + 1000 WHERE position > 5',
      'UPDATE audit_chain SET position = position - 1001 WHERE position > 1000',
    );
    const kinds = (await found()).map(([kind]) => kind);
    expect(kinds).toContain('broken');
    expect(kinds).toContain('truncated');
  });

  it('finds a row that was deleted before it was chained', async () => {
    await audit.record(entryNumber(9));
    await audit.tamper('DELETE FROM audit_log WHERE id = 9');
    await expect(audit.chain()).resolves.toMatchObject({ chained: 0 });
    expect(await found()).toEqual([['deleted', '9']]);
  });

  it('finds inserted rows', async () => {
    await audit.tamper(
      `INSERT INTO audit_log (id, actor_kind, action, target_kind) OVERRIDING SYSTEM VALUE
       VALUES (-5, 'user', 'a.b', 'thing'), (1000, 'user', 'a.b', 'thing')`,
    );
    expect(await found()).toEqual([
      ['inserted', '-5'],
      ['inserted', '1000'],
    ]);
  });

  it('finds a row that was inserted with a link below the first', async () => {
    const entryHash = Buffer.alloc(32, 1);
    const link = { position: -1, auditId: '-5', entryFormat: 1, entryHash, previousHash: beforeFirst, chainedAt: '' };
    await audit.tamper(
      'ALTER TABLE audit_chain DROP CONSTRAINT audit_chain_position_positive',
      `INSERT INTO audit_log (id, actor_kind, action, target_kind) OVERRIDING SYSTEM VALUE VALUES (-5, 'user', 'a.b', 'x')`,
      `INSERT INTO audit_chain VALUES (-1, -5, 1, '\\x${entryHash.toString('hex')}', '\\x${beforeFirst.toString('hex')}',
                                       now(), '\\x${hashLink(link).toString('hex')}')`,
    );
    expect((await found()).map(([kind]) => kind)).toContain('broken');
    await audit.reset();
    await audit.query(`ALTER TABLE audit_chain ADD CONSTRAINT audit_chain_position_positive CHECK (position > 0)`);
  });

  it('finds a row taken out of the queue before it was chained', async () => {
    await audit.record(entryNumber(9));
    await audit.tamper('DELETE FROM audit_pending');
    await audit.chain();
    expect(await found()).toEqual([['inserted', '9']]);
  });

  it('finds swapped rows', async () => {
    await audit.tamper(
      'ALTER TABLE audit_log ALTER COLUMN id SET GENERATED BY DEFAULT',
      'UPDATE audit_log SET id = 1002 WHERE id = 2',
      'UPDATE audit_log SET id = 2 WHERE id = 7',
      'UPDATE audit_log SET id = 7 WHERE id = 1002',
      'ALTER TABLE audit_log ALTER COLUMN id SET GENERATED ALWAYS',
    );
    expect(await found()).toEqual([
      ['swapped', '2'],
      ['swapped', '7'],
    ]);
  });

  it('finds swapped links', async () => {
    await audit.tamper(
      'UPDATE audit_chain SET position = 1002 WHERE position = 2',
      'UPDATE audit_chain SET position = 2 WHERE position = 3',
      'UPDATE audit_chain SET position = 3 WHERE position = 1002',
    );
    expect((await found()).filter(([kind]) => kind === 'broken').length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['audit_id', 'audit_id = 999'],
    ['entry_format', 'entry_format = 2'],
    ['entry_hash', "entry_hash = decode(repeat('01', 32), 'hex')"],
    ['previous_hash', "previous_hash = decode(repeat('01', 32), 'hex')"],
    ['chained_at', "chained_at = chained_at - interval '1 day'"],
    ['hash', "hash = decode(repeat('01', 32), 'hex')"],
  ])('finds a changed link: %s', async (_column, change) => {
    await expect(audit.tamper(`UPDATE audit_chain SET ${change} WHERE position = 5`)).resolves.toEqual([1]);
    expect((await found()).map(([kind]) => kind)).toContain('broken');
  });

  it('finds a cut end', async () => {
    await audit.tamper('DELETE FROM audit_chain WHERE position > 6', 'DELETE FROM audit_log WHERE id > 6');
    expect(await found()).toEqual([['truncated', 7]]);
  });

  it('finds a cut end that has grown again', async () => {
    await audit.tamper('DELETE FROM audit_chain WHERE position > 6', 'DELETE FROM audit_log WHERE id > 6');
    await audit.record(entryNumber(9), entryNumber(10), entryNumber(11));
    await audit.chain();
    expect(await found()).toEqual([['checkpointMismatch', 8]]);
  });

  it('finds emptied tables', async () => {
    await audit.tamper('TRUNCATE audit_log, audit_chain, audit_pending');
    expect(await found()).toEqual([['truncated', 1]]);
  });

  it('finds an emptied log', async () => {
    await audit.tamper('TRUNCATE audit_log');
    expect((await found()).map(([kind]) => kind)).toEqual(Array.from({ length: 8 }, () => 'deleted'));
  });

  it('finds an emptied chain', async () => {
    await audit.tamper('TRUNCATE audit_chain');
    const kinds = (await found()).map(([kind]) => kind);
    expect(kinds).toEqual(['truncated', ...Array.from({ length: 8 }, () => 'inserted')]);
  });

  it('finds a chain that was made anew around a changed row', async () => {
    await audit.tamper("UPDATE audit_log SET action = 'thing.read' WHERE id = 3");
    await rechain();
    expect(await found()).toEqual([
      ['checkpointMismatch', 4],
      ['checkpointMismatch', 8],
    ]);
  });

  it('cannot tell so without the checkpoints, and cautions', async () => {
    await audit.tamper("UPDATE audit_log SET action = 'thing.read' WHERE id = 3");
    await rechain();
    await writeFile(checkpointPath(), '');
    await expect(audit.verify()).resolves.toMatchObject({ intact: true, checkpoints: { valid: 0 } });
  });

  it('finds forged and broken checkpoints', async () => {
    const text = await readFile(checkpointPath(), 'utf8');
    await writeFile(checkpointPath(), text.replace('"position":4', '"position":3'));
    await appendFile(checkpointPath(), 'nonsense\n');
    expect(await found()).toEqual([
      ['checkpointUnreadable', undefined],
      ['checkpointForged', 3],
    ]);
  });

  it.each([
    ['audit_log', 'audit_log_append_only'],
    ['audit_chain', 'audit_chain_append_only'],
    ['audit_pending', 'audit_pending_no_update'],
  ])('finds that the guard of %s is switched off or gone', async (table, trigger) => {
    await audit.query(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`);
    expect(await found()).toEqual([['unguarded', undefined]]);
    await audit.query(
      `ALTER TRIGGER ${trigger} ON ${table} RENAME TO another; ALTER TABLE ${table} ENABLE TRIGGER another`,
    );
    expect(await found()).toEqual([['unguarded', undefined]]);
    await audit.query(`ALTER TRIGGER another ON ${table} RENAME TO ${trigger}`);
    expect(await found()).toEqual([]);
  });

  it('lists so many problems and counts the rest', async () => {
    await audit.tamper('DELETE FROM audit_log');
    const report = await verifyAudit({ database: audit.database, publicKeys: new Map(), mostProblems: 5 }, []);
    expect(report).toMatchObject({ intact: false, problems: { length: 5 }, omitted: 3 });
  });

  it('passes while others write and chain', async () => {
    const writing = Array.from({ length: 30 }, async (_, number) => {
      await audit.record(entryNumber(number));
      await audit.chain();
    });
    const reports = await Promise.all([audit.verify(1), audit.verify(2), audit.verify(3)]);
    await Promise.all(writing);
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    // Whoever found the chain taken left its row to the next call.
    await audit.chain();
    await expect(audit.verify()).resolves.toMatchObject({ intact: true, checked: 38 });
  });

  it('waits for no writer', async () => {
    await audit.database.transaction().execute(async (transaction) => {
      await recordAudit(transaction, entryNumber(9));
      await expect(audit.verify()).resolves.toMatchObject({ intact: true, checked: 8, pending: { count: 0 } });
    });
  });
});
