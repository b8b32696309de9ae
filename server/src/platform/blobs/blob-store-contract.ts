import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newBlobKey } from './blob-key.ts';
import type { BlobListEntry, BlobStore, ListOptions } from './blob-store.ts';

export interface StoreUnderTest {
  /** Empty at first. Lists in pages of three where the store has pages. */
  readonly store: BlobStore;
  /** Leaves an upload as a killed process would; undefined where the store has no way to see one. */
  readonly leaveUnfinished: (() => Promise<void>) | undefined;
  readonly close: () => Promise<void>;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** In pieces as a socket gives them. */
const streamOf = (bytes: Buffer, piece = 64 * 1024): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    })(),
    { objectMode: false },
  );

const entriesOf = async (store: BlobStore, options?: ListOptions): Promise<BlobListEntry[]> => {
  const entries: BlobListEntry[] = [];
  for await (const entry of store.list(options)) entries.push(entry);
  return entries;
};

const namesOf = async (store: BlobStore, options?: ListOptions): Promise<string[]> =>
  (await entriesOf(store, options)).map((entry) => (entry.kind === 'blob' ? entry.key : entry.prefix));

const readBack = async (store: BlobStore, key: string, range: { start?: number; end?: number } = {}) => {
  const content = await store.get(key, range);
  return content === undefined ? undefined : buffer(content.body);
};

/** More than two parts of an upload in parts. */
const large = 17 * 1024 * 1024 + 3;

const sizes = [0, 1, 65_537, 5 * 1024 * 1024, large];
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

/** What every driver must do, whatever is behind it. */
export const describeBlobStore = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`the blob store contract, ${name}`, () => {
    let under: StoreUnderTest;
    let store: BlobStore;
    beforeEach(async () => {
      under = await open();
      store = under.store;
    });
    afterEach(() => under.close());

    const expectNothingVisible = async (key: string) => {
      expect(await store.head(key)).toBeUndefined();
      expect(await store.get(key)).toBeUndefined();
      expect(await namesOf(store)).toEqual([]);
    };

    it.each(sizes)('gives back %i bytes as they were put', async (size) => {
      const bytes = randomBytes(size);
      const key = newBlobKey();
      const stored = await store.put(key, streamOf(bytes), { size });
      expect(stored).toMatchObject({ key, size, sha256: sha256(bytes) });
      expect(stored.etag).not.toBe('');
      const head = await store.head(key);
      expect(head).toMatchObject({ key, size, etag: stored.etag });
      expect(head?.modifiedAt.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
      const content = await store.get(key, { size });
      expect(content).toMatchObject({ key, size, etag: stored.etag, start: 0, length: size });
      expect(content && sha256(await buffer(content.body))).toBe(stored.sha256);
    });

    it('takes a body of unknown size and any iterable of bytes', async () => {
      const bytes = randomBytes(large);
      const key = newBlobKey();
      const pieces = async function* () {
        yield new Uint8Array(bytes.buffer, bytes.byteOffset, 10);
        yield new Uint8Array(0);
        yield bytes.subarray(10);
      };
      expect(await store.put(key, pieces())).toMatchObject({ size: large, sha256: sha256(bytes) });
      expect((await readBack(store, key))?.equals(bytes)).toBe(true);
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

    it('answers for a blob that is not there, before and after a delete', async () => {
      const key = newBlobKey();
      await expectNothingVisible(key);
      await store.delete(key);
      await store.put(key, streamOf(Buffer.from('here')));
      expect((await readBack(store, key))?.toString()).toBe('here');
      await store.delete(key);
      await expectNothingVisible(key);
    });

    it('tells a blob of another size than the database knows', async () => {
      const key = newBlobKey();
      await store.put(key, streamOf(Buffer.from('four')));
      await expect(store.get(key, { size: 5 })).rejects.toMatchObject({
        kind: 'dependencyFailed',
        code: 'blob.damaged',
      });
      await expect(store.get(key, { size: 3, start: 1, end: 1 })).rejects.toMatchObject({ code: 'blob.damaged' });
    });

    it('replaces a blob as a whole', async () => {
      const key = newBlobKey();
      const first = await store.put(key, streamOf(randomBytes(100)));
      const second = await store.put(key, streamOf(Buffer.from('second')));
      expect(second.etag).not.toBe(first.etag);
      expect((await readBack(store, key))?.toString()).toBe('second');
      expect(await namesOf(store)).toEqual([key]);
    });

    it.each([100, large])('leaves nothing of a body that breaks after %i bytes', async (size) => {
      const broken = new Error('the client went away');
      const key = newBlobKey();
      const body = async function* () {
        yield* streamOf(randomBytes(size));
        throw broken;
      };
      await expect(store.put(key, body())).rejects.toBe(broken);
      await expect(store.put(key, Readable.from(body()))).rejects.toBe(broken);
      await expectNothingVisible(key);
    });

    it.each([100, large])(
      'leaves nothing of a put that is aborted after %i bytes, and keeps the body',
      async (size) => {
        const stop = new AbortController();
        const reason = new Error('revoked');
        const key = newBlobKey();
        const body = new Readable({ read() {} });
        const pieces = streamOf(randomBytes(size));
        pieces.on('data', (piece) => body.push(piece));
        // The body falls silent without an end; only the abort can end the put.
        pieces.on('end', () => setImmediate(() => stop.abort(reason)));
        await expect(store.put(key, body, { signal: stop.signal })).rejects.toBe(reason);
        await expectNothingVisible(key);
        expect(body.destroyed).toBe(false);
        await expect(store.put(key, streamOf(Buffer.from('x')), { signal: stop.signal })).rejects.toBe(reason);
      },
    );

    it.each([
      { announced: 5, given: 4 },
      { announced: 5, given: 6 },
      { announced: 0, given: 1 },
      { announced: large, given: large - 1 },
      { announced: large - 1, given: large },
    ])('refuses $given bytes where $announced were announced', async ({ announced, given }) => {
      const key = newBlobKey();
      await expect(store.put(key, streamOf(Buffer.alloc(given)), { size: announced })).rejects.toMatchObject({
        kind: 'invalid',
        code: 'blob.sizeMismatch',
      });
      await expectNothingVisible(key);
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

    it('lists by prefix and delimiter, in order, over several pages', async () => {
      const folders = ['abc', 'abc-d', 'files', 'files2'];
      const keys = folders.flatMap((folder) => Array.from({ length: 4 }, () => newBlobKey(folder)));
      const sizesByKey = new Map(keys.map((key, at) => [key, at]));
      await Promise.all(keys.map((key) => store.put(key, streamOf(Buffer.alloc(sizesByKey.get(key) ?? 0)))));
      const sorted = keys.toSorted();
      expect(await namesOf(store)).toEqual(sorted);
      expect(await namesOf(store, { prefix: 'files/' })).toEqual(sorted.filter((key) => key.startsWith('files/')));
      expect(await namesOf(store, { prefix: 'files' })).toEqual(sorted.filter((key) => key.startsWith('files')));
      const narrow = sorted[5]?.slice(0, 12) ?? '';
      expect(await namesOf(store, { prefix: narrow })).toEqual(sorted.filter((key) => key.startsWith(narrow)));
      expect(await namesOf(store, { delimiter: '/' })).toEqual(['abc-d/', 'abc/', 'files/', 'files2/']);
      expect(await namesOf(store, { prefix: 'files', delimiter: '/' })).toEqual(['files/', 'files2/']);
      expect(await namesOf(store, { prefix: 'abc/', delimiter: '/' })).toEqual(
        sorted.filter((key) => key.startsWith('abc/')),
      );
      expect(await namesOf(store, { prefix: 'none' })).toEqual([]);
      for (const entry of await entriesOf(store)) {
        expect(entry.kind === 'blob' && (await store.head(entry.key))).toMatchObject({
          size: entry.kind === 'blob' && sizesByKey.get(entry.key),
          etag: entry.kind === 'blob' && entry.etag,
        });
      }
      expect(() => store.list({ prefix: '../' })).toThrow('A blob prefix is the beginning of a blob key.');
    });

    it('takes many puts at once', async () => {
      const blobs = Array.from({ length: 30 }, () => ({ key: newBlobKey(), bytes: randomBytes(20_000) }));
      await Promise.all(blobs.map(({ key, bytes }) => store.put(key, streamOf(bytes))));
      for (const { key, bytes } of blobs) expect((await readBack(store, key))?.equals(bytes)).toBe(true);
    });

    it('sweeps what a killed put left, and only that', async ({ skip }) => {
      if (under.leaveUnfinished === undefined) return skip('this store shows no unfinished uploads');
      const key = newBlobKey();
      await store.put(key, streamOf(Buffer.from('whole')));
      await under.leaveUnfinished();
      expect(await namesOf(store)).toEqual([key]);
      expect(await store.sweepUnfinished(new Date(Date.now() - 3_600_000))).toBe(0);
      expect(await store.sweepUnfinished(new Date(Date.now() + 3_600_000))).toBe(1);
      expect(await store.sweepUnfinished(new Date(Date.now() + 3_600_000))).toBe(0);
      expect((await readBack(store, key))?.toString()).toBe('whole');
    });

    it('passes its check', async () => {
      await expect(store.check()).resolves.toBeUndefined();
    });
  });
};
