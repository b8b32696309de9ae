import { describe, expect, test } from 'vitest';
import { median, quantile } from './statistics.ts';

describe('median', () => {
  test.each([
    [[3], 3],
    [[10, 9, 1], 9],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  test('of nothing is refused', () => {
    expect(() => median([])).toThrow('no values');
  });
});

describe('quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('%d of 1 to 100 is %d', (share, expected) => {
    expect(quantile(hundred, share)).toBe(expected);
  });
});
