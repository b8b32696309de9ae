import { describe, expect, it } from 'vitest';
import type { AuditRow } from './audit-entry.ts';
import { beforeFirst, currentEntryFormat, entryFormats, hashEntry, hashLink } from './audit-hash.ts';

const row: AuditRow = {
  id: '7',
  occurredAt: '2026-11-15T02:00:00.123456Z',
  tenantId: '00000000-0000-0000-0000-000000000000',
  actorKind: 'user',
  actorId: 'Åse "A"',
  action: 'application.deleted',
  targetKind: 'application',
  targetId: null,
  projectId: null,
  workspaceId: null,
  supportCode: 'abc',
  ipAddress: '10.0.0.1/32',
  details: '{"b": 1.50, "a": ["x"]}',
};

describe('hashEntry', () => {
  // Computed apart from this code. A change here would make every chain that exists look broken.
  it('keeps its bytes over the years', () => {
    expect(hashEntry(row, 1).toString('hex')).toBe('da2cd96c248654fd65da2b1fea260387a4cc8f48a2011f397bea5c61c8735724');
  });

  it.each(Object.keys(row).filter((column) => column !== 'id' && column !== 'details'))('covers %s', (column) => {
    expect(hashEntry({ ...row, [column]: 'another' }, 1)).not.toEqual(hashEntry(row, 1));
    expect(hashEntry({ ...row, [column]: null }, 1)).not.toEqual(hashEntry({ ...row, [column]: '' }, 1));
  });

  it('covers details as a value, not as a text', () => {
    expect(hashEntry({ ...row, details: '{"a":["x"],"b":1.50}' }, 1)).toEqual(hashEntry(row, 1));
    expect(hashEntry({ ...row, details: '{"a":["x"],"b":1.51}' }, 1)).not.toEqual(hashEntry(row, 1));
  });

  it('keeps neighbouring columns apart', () => {
    const left = { ...row, actorKind: 'a', actorId: 'bc' };
    const right = { ...row, actorKind: 'ab', actorId: 'c' };
    expect(hashEntry(left, 1)).not.toEqual(hashEntry(right, 1));
  });

  it('covers every column but the id, and knows no other format', () => {
    expect([...(entryFormats[currentEntryFormat] ?? []), 'id'].sort()).toEqual(Object.keys(row).sort());
    expect(() => hashEntry(row, 2)).toThrow('unknown');
  });
});

describe('hashLink', () => {
  const link = {
    position: 1,
    auditId: '7',
    entryFormat: 1,
    entryHash: Buffer.alloc(32, 1),
    previousHash: beforeFirst,
    chainedAt: '2026-11-15T02:00:01.000000Z',
  };

  it('keeps its bytes over the years', () => {
    expect(hashLink(link).toString('hex')).toBe('3d59312749c146623fbc2613d3df5010676d187b5c5e0ebd1ae81c1ff5e59b18');
  });

  it.each([
    ['position', { position: 2 }],
    ['auditId', { auditId: '8' }],
    ['entryFormat', { entryFormat: 2 }],
    ['entryHash', { entryHash: Buffer.alloc(32, 2) }],
    ['previousHash', { previousHash: Buffer.alloc(32, 2) }],
    ['chainedAt', { chainedAt: '2026-11-15T02:00:01.000001Z' }],
  ])('covers %s', (_name, change) => {
    expect(hashLink({ ...link, ...change })).not.toEqual(hashLink(link));
  });
});
