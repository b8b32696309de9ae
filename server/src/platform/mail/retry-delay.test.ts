import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay.ts';

test.each([
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [6, 160_000],
  [7, 300_000],
  [1_000, 300_000],
])('after %i tries the wait is at most %i ms, and at least three quarters of it', (attempts, longest) => {
  expect(retryDelay(attempts, 1)).toBe(longest);
  expect(retryDelay(attempts, 0)).toBe(longest * 0.75);
});
