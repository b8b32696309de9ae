import { describe, expect, it } from 'vitest';
import { cutIntoParts } from './cut-into-parts.ts';
import { objectStoreLimits, partSizeFor } from './object-store-limits.ts';

const mebibyte = 1024 * 1024;

const cut = async (pieces: readonly string[], size: number): Promise<string[]> => {
  const chunks = async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  };
  const parts: string[] = [];
  for await (const { bytes, last } of cutIntoParts(chunks(), size)) parts.push(`${bytes}${last ? '.' : ''}`);
  return parts;
};

describe('cutIntoParts', () => {
  it.each([
    { pieces: [], size: 3, parts: ['.'] },
    { pieces: ['ab'], size: 3, parts: ['ab.'] },
    { pieces: ['abc'], size: 3, parts: ['abc.'] },
    { pieces: ['abc', 'd'], size: 3, parts: ['abc', 'd.'] },
    { pieces: ['a', 'b', 'c', 'd', 'e', 'f'], size: 3, parts: ['abc', 'def.'] },
    { pieces: ['abcdefghijk'], size: 3, parts: ['abc', 'def', 'ghi', 'jk.'] },
  ])('$pieces in parts of $size', async ({ pieces, size, parts }) => {
    expect(await cut(pieces, size)).toEqual(parts);
  });
});

describe('partSizeFor', () => {
  it.each([
    { size: undefined, mebibytes: 8 },
    { size: 0, mebibytes: 5 },
    { size: 40 * 1024 * mebibyte, mebibytes: 5 },
    { size: 100 * 1024 * mebibyte, mebibytes: 11 },
    { size: 1024 * 1024 * mebibyte, mebibytes: 105 },
  ])('$size bytes', ({ size, mebibytes }) => {
    expect(partSizeFor(size, objectStoreLimits)).toBe(mebibytes * mebibyte);
  });
});
