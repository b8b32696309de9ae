import { expect, test } from 'vitest';
import { type HealthState, readHealthWord, worse } from './health-state.ts';

test.each<[string, HealthState | undefined]>([
  ['pass', 'pass'],
  ['PASS', 'pass'],
  ['ok', 'pass'],
  ['Ok', 'pass'],
  ['UP', 'pass'],
  [' up ', 'pass'],
  ['warn', 'warn'],
  ['Warn', 'warn'],
  ['fail', 'fail'],
  ['Error', 'fail'],
  ['DOWN', 'fail'],
  ['', undefined],
  ['okay', undefined],
  ['constructor', undefined],
])('%j means %s', (word, expected) => {
  expect(readHealthWord(word)).toBe(expected);
});

test.each<[HealthState, HealthState, HealthState]>([
  ['pass', 'pass', 'pass'],
  ['pass', 'warn', 'warn'],
  ['fail', 'warn', 'fail'],
  ['warn', 'fail', 'fail'],
])('the worse of %s and %s is %s', (left, right, expected) => {
  expect(worse(left, right)).toBe(expected);
});
