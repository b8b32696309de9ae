import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { inTransaction } from '../database/index.ts';
import type { AuditEntry, AuditRow } from './audit-entry.ts';
import { entryFormats } from './audit-hash.ts';
import { type AuditFixture, entryNumber, openAuditFixture } from './open-audit-fixture.ts';
import { recordAudit } from './record-audit.ts';

let audit: AuditFixture;
beforeAll(async () => {
  audit = await openAuditFixture(await createTestDatabase());
});
afterAll(async () => await audit.close());

const lastRow = async () => (await audit.query('SELECT * FROM audit_log ORDER BY id DESC LIMIT 1'))[0];

describe('recordAudit', () => {
  it('stores every field', async () => {
    await audit.record({
      action: 'application.deleted',
      actor: { kind: 'user', id: 'a' },
      target: { kind: 'application', id: 'b' },
      tenantId: '00000000-0000-0000-0000-000000000000',
      projectId: '11111111-1111-4111-8111-111111111111',
      workspaceId: '22222222-2222-4222-8222-222222222222',
      supportCode: 'code-1',
      ipAddress: '10.1.2.3',
      details: { camelCase: { snake_case: [1, null] }, clientSecret: 'canary' },
    });
    expect(await lastRow()).toMatchObject({
      occurred_at: expect.any(Date),
      action: 'application.deleted',
      actor_kind: 'user',
      actor_id: 'a',
      target_kind: 'application',
      target_id: 'b',
      tenant_id: '00000000-0000-0000-0000-000000000000',
      project_id: '11111111-1111-4111-8111-111111111111',
      workspace_id: '22222222-2222-4222-8222-222222222222',
      support_code: 'code-1',
      ip_address: '10.1.2.3',
      details: { camelCase: { snake_case: [1, null] }, clientSecret: '[redacted]' },
    });
  });

  it('leaves out what is not known', async () => {
    await audit.record({ action: 'a.b', actor: { kind: 'system' }, target: { kind: 'installation' } });
    expect(await lastRow()).toMatchObject({
      actor_id: null,
      target_id: null,
      tenant_id: null,
      ip_address: null,
      support_code: null,
      details: {},
    });
  });

  it.each([
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:DB8::1', '2001:db8::1'],
    ['no address', null],
  ])('stores the address %s as %s', async (ipAddress, stored) => {
    await audit.record({ ...entryNumber(1), ipAddress });
    expect(await lastRow()).toMatchObject({ ip_address: stored });
  });

  it('never fails a change for odd characters or long ids', async () => {
    const odd = 'NUL \u0000, half \uD83D';
    await audit.record({ ...entryNumber(1), target: { kind: 'thing', id: odd }, details: { [odd]: odd } });
    const stored = 'NUL \uFFFD, half \uFFFD';
    expect(await lastRow()).toMatchObject({ target_id: stored, details: { [stored]: stored } });
    await audit.record({ ...entryNumber(1), actor: { kind: 'user', id: 'x'.repeat(100_000) } });
    expect(await lastRow()).toMatchObject({ actor_id: `${'x'.repeat(300)}…` });
  });

  it('writes many entries in their order', async () => {
    await audit.record(...Array.from({ length: 500 }, (_, number) => entryNumber(number)));
    const rows = await audit.query('SELECT details FROM audit_log ORDER BY id DESC LIMIT 500');
    expect(rows.map(({ details }) => (details as { number: number }).number).reverse()).toEqual(
      Array.from({ length: 500 }, (_, number) => number),
    );
  });

  it('lives and dies with the change', async () => {
    const count = 'SELECT (SELECT count(*) FROM audit_log) AS log, (SELECT count(*) FROM audit_pending) AS pending';
    const before = await audit.query(count);
    const change = inTransaction(audit.database, async (transaction) => {
      await recordAudit(transaction, entryNumber(1));
      throw new Error('the change failed');
    });
    await expect(change).rejects.toThrow('the change failed');
    expect(await audit.query(count)).toEqual(before);
  });

  it.each<[string, Partial<AuditEntry>, object]>([
    ['an action without verb', { action: 'thing' as AuditEntry['action'] }, { constraint: 'audit_log_action_form' }],
    ['an actor without kind', { actor: { kind: '' } }, { constraint: 'audit_log_actor_kind_form' }],
    ['a target without kind', { target: { kind: 'No kind' } }, { constraint: 'audit_log_target_kind_form' }],
    ['details without end', { details: { text: 'x'.repeat(20_000) } }, { code: 'audit.details-too-large' }],
  ])('refuses %s', async (_name, change, error) => {
    await expect(audit.record({ ...entryNumber(1), ...change })).rejects.toMatchObject(error);
  });

  it('writes nothing for no entries', async () => {
    await expect(audit.record()).resolves.toBeUndefined();
  });
});

describe('audit_log', () => {
  it.each([
    ['audit_log', "UPDATE audit_log SET action = 'x.y'", 'audit_log_append_only'],
    ['audit_log', 'DELETE FROM audit_log', 'audit_log_append_only'],
    ['audit_log', 'TRUNCATE audit_log', 'audit_log_append_only'],
    ['audit_chain', 'UPDATE audit_chain SET position = 9', 'audit_chain_append_only'],
    ['audit_chain', 'DELETE FROM audit_chain', 'audit_chain_append_only'],
    ['audit_chain', 'TRUNCATE audit_chain', 'audit_chain_append_only'],
    ['audit_pending', 'UPDATE audit_pending SET audit_id = 9', 'audit_pending_no_update'],
    ['audit_pending', 'TRUNCATE audit_pending', 'audit_pending_no_update'],
  ])('%s refuses %s', async (table, statement, constraint) => {
    await expect(audit.query(statement)).rejects.toMatchObject({ code: '23001', table, constraint });
  });

  // A column that no format covers could be changed in silence.
  it('has no column that the hash does not cover', async () => {
    const rows = await audit.query(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'audit_log'",
    );
    const toSnake = (name: keyof AuditRow) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const covered = Object.values(entryFormats).flat().map(toSnake);
    expect(rows.map(({ name }) => name).sort()).toEqual([...new Set([...covered, 'id'])].sort());
  });
});
