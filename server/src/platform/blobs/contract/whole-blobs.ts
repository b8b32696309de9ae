import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { newBlobKey } from '../blob-key.ts';
import type { BlobStore } from '../blob-store.ts';
import {
  type CurrentStore,
  expectNothingVisible,
  large,
  namesOf,
  readBack,
  sha256,
  streamOf,
} from './store-under-test.ts';

const sizes = [0, 1, 65_537, 5 * 1024 * 1024, large];

/** What is put comes back, and only that. */
export const wholeBlobs = (current: CurrentStore): void => {
  let store: BlobStore;
  beforeEach(() => {
    store = current().store;
  });

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

  it('answers for a blob that is not there, before and after a delete', async () => {
    const key = newBlobKey();
    await expectNothingVisible(store, key);
    await store.delete(key);
    await store.put(key, streamOf(Buffer.from('here')));
    expect((await readBack(store, key))?.toString()).toBe('here');
    await store.delete(key);
    await expectNothingVisible(store, key);
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

  it('takes many puts at once', async () => {
    const blobs = Array.from({ length: 30 }, () => ({ key: newBlobKey(), bytes: randomBytes(20_000) }));
    await Promise.all(blobs.map(({ key, bytes }) => store.put(key, streamOf(bytes))));
    for (const { key, bytes } of blobs) expect((await readBack(store, key))?.equals(bytes)).toBe(true);
  });
};
