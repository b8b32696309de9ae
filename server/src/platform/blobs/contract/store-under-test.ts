import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { BlobListEntry, BlobStore, ListOptions } from '../blob-store.ts';

export interface StoreUnderTest {
  /** Empty at first. Lists in pages of three where the store has pages. */
  readonly store: BlobStore;
  /** Leaves an upload as a killed process would; undefined where the store has no way to see one. */
  readonly leaveUnfinished: (() => Promise<void>) | undefined;
  readonly close: () => Promise<void>;
}

/** The store of the running test. */
export type CurrentStore = () => StoreUnderTest;

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** More than two parts of an upload in parts. */
export const large = 17 * 1024 * 1024 + 3;

/** In pieces as a socket gives them. */
export const streamOf = (bytes: Buffer, piece = 64 * 1024): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    })(),
    { objectMode: false },
  );

export const entriesOf = async (store: BlobStore, options?: ListOptions): Promise<BlobListEntry[]> => {
  const entries: BlobListEntry[] = [];
  for await (const entry of store.list(options)) entries.push(entry);
  return entries;
};

export const namesOf = async (store: BlobStore, options?: ListOptions): Promise<string[]> =>
  (await entriesOf(store, options)).map((entry) => (entry.kind === 'blob' ? entry.key : entry.prefix));

export const readBack = async (store: BlobStore, key: string): Promise<Buffer | undefined> => {
  const content = await store.get(key);
  return content === undefined ? undefined : buffer(content.body);
};

export const expectNothingVisible = async (store: BlobStore, key: string): Promise<void> => {
  expect(await store.head(key)).toBeUndefined();
  expect(await store.get(key)).toBeUndefined();
  expect(await namesOf(store)).toEqual([]);
};
