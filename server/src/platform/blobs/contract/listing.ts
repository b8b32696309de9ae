import { beforeEach, expect, it } from 'vitest';
import { newBlobKey } from '../blob-key.ts';
import type { BlobStore } from '../blob-store.ts';
import { type CurrentStore, entriesOf, namesOf, streamOf } from './store-under-test.ts';

/** Listing by prefix and delimiter. */
export const listing = (current: CurrentStore): void => {
  let store: BlobStore;
  beforeEach(() => {
    store = current().store;
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
};
