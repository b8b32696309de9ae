import { expect, test } from 'vitest';
import { createRandomSource } from './random-source.ts';

test('no bytes are given out twice, across the ends of blocks', () => {
  const take = createRandomSource(64);
  const given = Array.from({ length: 1_000 }, (_, at) => take(at % 2 === 0 ? 32 : 12));
  expect(given.map(({ length }) => length).slice(0, 3)).toEqual([32, 12, 32]);
  expect(new Set(given.map((bytes) => bytes.toString('hex'))).size).toBe(1_000);
  // Neither are they parts of one another, nor what wiping leaves behind.
  expect(given.some((bytes) => bytes.subarray(0, 8).every((byte) => byte === 0))).toBe(false);
});

test('what was given out belongs to the taker', () => {
  const take = createRandomSource(64);
  const first = take(16);
  const copy = Buffer.from(first);
  take(16).fill(0);
  for (let at = 0; at < 10; at += 1) take(16);
  expect(first).toEqual(copy);
});

test('more than a block is refused', () => {
  expect(() => createRandomSource(64)(65)).toThrow(RangeError);
});
