import { describe, expect, it } from 'vitest';
import type { AuditReport } from './audit-report.ts';
import { formatAuditReport } from './format-audit-report.ts';

const report: AuditReport = {
  intact: true,
  checked: 1_234,
  head: { position: 1_234, hash: 'abcd' },
  pending: { count: 0, oldestSeconds: 0 },
  checkpoints: { valid: 2, unverifiable: 0, covers: 1_230 },
  problems: [],
  omitted: 0,
};

describe('formatAuditReport', () => {
  it('says that all is well', () => {
    expect(formatAuditReport(report).split('\n')).toEqual([
      'The audit log is intact.',
      '  1,234 rows checked',
      '  chain ends at position 1234, hash abcd',
      '  2 valid checkpoints, covering the chain up to position 1230',
    ]);
  });

  it('lists what is wrong', () => {
    const problems = [
      { kind: 'changed', message: 'Row 7 was changed.' },
      { kind: 'gap', message: 'The chain has no position 9.' },
    ] as const;
    const lines = formatAuditReport({ ...report, intact: false, problems, omitted: 3 }).split('\n');
    expect(lines[0]).toBe('The audit log is NOT intact: 5 problems.');
    expect(lines.slice(-3)).toEqual([
      '  changed  Row 7 was changed.',
      '  gap      The chain has no position 9.',
      '  ... and 3 more problems',
    ]);
  });

  it.each([
    ['without checkpoints', { checkpoints: { valid: 0, unverifiable: 0, covers: 0 } }, 'no valid checkpoint'],
    ['with foreign ones', { checkpoints: { valid: 1, unverifiable: 1, covers: 1 } }, '1 checkpoint signed with a key'],
    [
      'with rows that wait too long',
      { pending: { count: 1, oldestSeconds: 3_600 } },
      'the oldest waiting row is 60 minutes old',
    ],
  ])('cautions %s', (_name, change, caution) => {
    expect(formatAuditReport({ ...report, ...change })).toContain(`caution: ${caution}`);
  });

  it('cautions nobody about an empty log', () => {
    const empty = { ...report, checked: 0, head: undefined, checkpoints: { valid: 0, unverifiable: 0, covers: 0 } };
    expect(formatAuditReport(empty)).not.toContain('caution');
  });
});
