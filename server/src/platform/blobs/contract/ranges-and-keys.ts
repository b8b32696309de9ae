import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { newBlobKey } from '../blob-key.ts';
import type { BlobStore } from '../blob-store.ts';
import { type CurrentStore, large, readBack, streamOf } from './store-under-test.ts';

const ranges = [
  { range: { start: 0, end: 0 }, from: 0, to: 1 },
  { range: { start: 10, end: 19 }, from: 10, to: 20 },
  { range: { start: 99_990 }, from: 99_990, to: 100_000 },
  { range: { start: 99_999, end: 99_999 }, from: 99_999, to: 100_000 },
  { range: { end: 4 }, from: 0, to: 5 },
  { range: { start: 50_000, end: 10_000_000 }, from: 50_000, to: 100_000 },
];
const wrongRanges = [{ start: -1 }, { start: 1.5 }, { start: 5, end: 4 }, { end: -1 }, { start: Number.NaN }];
const wrongKeys = [
  '',
  'blobs',
  'blobs/',
  'blobs/../../etc/passwd',
  `../${'0'.repeat(32)}`,
  `blobs/${'0'.repeat(31)}`,
  `blobs/${'A'.repeat(32)}`,
  `blobs/${'0'.repeat(32)}\n`,
  `blobs/${'0'.repeat(32)}/x`,
  `blobs\\${'0'.repeat(32)}`,
  `/blobs/${'0'.repeat(32)}`,
  `.unfinished/${'0'.repeat(32)}`,
];

/** Reads of parts, reads that are cut, and what is no range or no key. */
export const rangesAndKeys = (current: CurrentStore): void => {
  let store: BlobStore;
  beforeEach(() => {
    store = current().store;
  });

  it.each(ranges)('gives the bytes of $range', async ({ range, from, to }) => {
    const bytes = randomBytes(100_000);
    const key = newBlobKey();
    await store.put(key, streamOf(bytes));
    const content = await store.get(key, range);
    expect(content).toMatchObject({ size: 100_000, start: from, length: to - from });
    expect(content && (await buffer(content.body)).equals(bytes.subarray(from, to))).toBe(true);
  });

  it('refuses ranges behind the end, also of an empty blob', async () => {
    const [full, empty] = [newBlobKey(), newBlobKey()];
    await store.put(full, streamOf(Buffer.from('abc')));
    await store.put(empty, streamOf(Buffer.alloc(0)));
    for (const [key, start] of [
      [full, 3],
      [full, 4_000],
      [empty, 1],
    ] as const) {
      await expect(store.get(key, { start })).rejects.toMatchObject({ code: 'blob.rangeNotSatisfiable' });
    }
    await expect(store.get(empty, { start: 0, end: 0 })).rejects.toMatchObject({ kind: 'rangeNotSatisfiable' });
  });

  it.each(wrongRanges)('refuses what is no range: %o', async (range) => {
    await expect(store.get(newBlobKey(), range)).rejects.toMatchObject({ code: 'blob.rangeInvalid' });
  });

  it.each(wrongKeys)('refuses the key %j everywhere', async (key) => {
    const refusal = { kind: 'invalid', code: 'blob.keyInvalid' };
    await expect(store.put(key, streamOf(Buffer.from('x')))).rejects.toMatchObject(refusal);
    await expect(store.get(key)).rejects.toMatchObject(refusal);
    await expect(store.head(key)).rejects.toMatchObject(refusal);
    await expect(store.delete(key)).rejects.toMatchObject(refusal);
  });

  it('cuts a read when its signal fires', async () => {
    const key = newBlobKey();
    await store.put(key, streamOf(Buffer.alloc(large)));
    const stop = new AbortController();
    const content = await store.get(key, { signal: stop.signal });
    const reading = (async () => {
      for await (const _ of content?.body ?? []) stop.abort();
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    await expect(store.get(key, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('gives back what a cancelled read held', async () => {
    const key = newBlobKey();
    const bytes = randomBytes(large);
    await store.put(key, streamOf(bytes));
    for (let round = 0; round < 80; round += 1) {
      for await (const _ of (await store.get(key))?.body ?? []) break;
    }
    expect((await readBack(store, key))?.equals(bytes)).toBe(true);
  });
};
