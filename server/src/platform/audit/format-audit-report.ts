import type { AuditReport } from './audit-report.ts';

const slowAfterSeconds = 300;

const count = (number: number, thing: string): string =>
  `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;

/** The report as lines for a terminal: the verdict first, then what it rests on, then what is wrong. */
export const formatAuditReport = (report: AuditReport): string => {
  const found = report.problems.length + report.omitted;
  const verdict = report.intact
    ? 'The audit log is intact.'
    : `The audit log is NOT intact: ${count(found, 'problem')}.`;
  return [verdict, ...facts(report), ...problems(report)].join('\n');
};

const facts = ({ checked, head, pending, checkpoints }: AuditReport): readonly string[] => {
  const waiting = pending.count === 0 ? '' : `, ${count(pending.count, 'row')} waiting to be chained`;
  const lines = [
    `  ${count(checked, 'row')} checked${waiting}`,
    ...(head === undefined ? [] : [`  chain ends at position ${head.position}, hash ${head.hash}`]),
    `  ${count(checkpoints.valid, 'valid checkpoint')}, covering the chain up to position ${checkpoints.covers}`,
  ];
  const cautions = [
    checkpoints.valid === 0 && checked > 0
      ? 'no valid checkpoint: nobody can tell whether the chain was rewritten or its end cut off'
      : undefined,
    checkpoints.unverifiable > 0
      ? `${count(checkpoints.unverifiable, 'checkpoint')} signed with a key that is not at hand`
      : undefined,
    pending.oldestSeconds > slowAfterSeconds
      ? `the oldest waiting row is ${Math.round(pending.oldestSeconds / 60)} minutes old: does the chaining job run?`
      : undefined,
  ];
  return [...lines, ...cautions.filter((text) => text !== undefined).map((text) => `  caution: ${text}`)];
};

const problems = (report: AuditReport): readonly string[] => {
  const widest = Math.max(0, ...report.problems.map(({ kind }) => kind.length));
  return [
    ...report.problems.map(({ kind, message }) => `  ${kind.padEnd(widest)}  ${message}`),
    ...(report.omitted > 0 ? [`  ... and ${count(report.omitted, 'more problem')}`] : []),
  ];
};
