import { describe, expect, test } from 'vitest';
import type { Finding, Goal } from './benchmark.ts';
import { describeGoal, formatValue, judge } from './judge.ts';

const atLeast = (value: number): Goal => ({ bound: 'atLeast', value });
const atMost = (value: number): Goal => ({ bound: 'atMost', value });
const finding = (samples: readonly number[], goal: Goal | undefined): Finding => ({
  measured: 'a thing',
  samples,
  unit: 'x',
  ...(goal === undefined ? {} : { goal }),
});

describe('judge', () => {
  test.each([
    [[0.8], atLeast(0.8), 'reached'],
    [[0.1, 0.9, 0.9], atLeast(0.8), 'reached'],
    [[0.6], atLeast(0.8), 'missed by 25.0 %'],
    [[3], atMost(3), 'reached'],
    [[3.3], atMost(3), 'missed by 10.0 %'],
    [[3.000_01], atMost(3), 'missed by <0.1 %'],
    [[1], undefined, '-'],
  ])('%j against %j: %s', (samples, goal, expected) => {
    expect(judge(finding(samples, goal))).toBe(expected);
  });
});

test.each([
  [0.812_3, 'x' as const, '0.81x'],
  [0.001_296, 'x' as const, '0.0013x'],
  [41.26, 'x' as const, '41.3x'],
  [1234.5, 'x' as const, '1,235x'],
  [20, 's' as const, '20 s'],
  [97.4, 'MB' as const, '97.4 MB'],
])('%d in %s is written %s', (value, unit, expected) => {
  expect(formatValue(value, unit)).toBe(expected);
});

test('a goal is written with its bound', () => {
  expect(describeGoal(atMost(150), 'MB')).toBe('<= 150 MB');
  expect(describeGoal(atLeast(0.8), 'x')).toBe('>= 0.80x');
  expect(describeGoal(undefined, 'x')).toBe('-');
});
