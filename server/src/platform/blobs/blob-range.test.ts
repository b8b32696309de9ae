import { describe, expect, it } from 'vitest';
import { resolveBlobRange } from './blob-range.ts';

describe('resolveBlobRange', () => {
  it.each([
    { range: {}, size: 0, start: 0, length: 0 },
    { range: { start: 0 }, size: 0, start: 0, length: 0 },
    { range: {}, size: 10, start: 0, length: 10 },
    { range: { start: 9 }, size: 10, start: 9, length: 1 },
    { range: { start: 2, end: 3 }, size: 10, start: 2, length: 2 },
    { range: { end: 99 }, size: 10, start: 0, length: 10 },
  ])('$range of $size bytes', ({ range, size, start, length }) => {
    expect(resolveBlobRange(range, size)).toEqual({ start, length });
  });

  it.each([
    { range: { start: 10 }, size: 10 },
    { range: { end: 0 }, size: 0 },
    { range: { start: 0, end: 0 }, size: 0 },
  ])('$range of $size bytes is behind the end', ({ range, size }) => {
    expect(() => resolveBlobRange(range, size)).toThrow('The range begins behind the end of the blob.');
  });
});
