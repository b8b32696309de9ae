import type { Finding } from './benchmark.ts';
import { describeGoal, formatNumber, formatValue, judge } from './judge.ts';
import { median } from './statistics.ts';

const headings = ['measured', 'median', 'spread', 'goal', 'verdict', 'A against B'] as const;

/** The findings as a Markdown table that reads well on a terminal too. */
export const formatFindings = (findings: readonly Finding[]): string => {
  const rows = [[...headings], ...findings.map(toCells)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return lines.join('\n');
};

const toCells = (finding: Finding): string[] => {
  const { samples, unit } = finding;
  return [
    finding.measured,
    formatValue(median(samples), unit),
    samples.length === 1 ? 'once' : `${formatNumber(Math.min(...samples))}..${formatNumber(Math.max(...samples))}`,
    describeGoal(finding.goal, unit),
    judge(finding),
    finding.sides ?? '',
  ];
};
