import type { Finding, Goal, Unit } from './benchmark.ts';
import { median } from './statistics.ts';

/** `reached`, `missed by ...` with the distance in per cent of the goal, or a dash where nothing is asked. */
export const judge = (finding: Finding): string => {
  const { goal } = finding;
  if (goal === undefined) return '-';
  const value = median(finding.samples);
  const reached = goal.bound === 'atLeast' ? value >= goal.value : value <= goal.value;
  if (reached) return 'reached';
  const distance = Math.abs(value - goal.value) / goal.value;
  return `missed by ${distance < 0.001 ? '<0.1' : (distance * 100).toFixed(1)} %`;
};

export const describeGoal = (goal: Goal | undefined, unit: Unit): string =>
  goal === undefined ? '-' : `${goal.bound === 'atLeast' ? '>=' : '<='} ${formatValue(goal.value, unit)}`;

export const formatValue = (value: number, unit: Unit): string =>
  `${formatNumber(value)}${unit === 'x' ? 'x' : ` ${unit}`}`;

/** Two or three digits that matter. */
export const formatNumber = (value: number): string => {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  if (Math.abs(value) >= 1) return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
  return Math.abs(value) >= 0.1 ? value.toFixed(2) : String(Number(value.toPrecision(2)));
};
