import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { newBlobKey } from '../blob-key.ts';
import type { BlobStore } from '../blob-store.ts';
import { type CurrentStore, expectNothingVisible, large, namesOf, readBack, streamOf } from './store-under-test.ts';

/** A put that fails leaves nothing that anybody can see (contract C14). */
export const failedPuts = (current: CurrentStore): void => {
  let store: BlobStore;
  beforeEach(() => {
    store = current().store;
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
    await expectNothingVisible(store, key);
  });

  it.each([100, large])('leaves nothing of a put that is aborted after %i bytes, and keeps the body', async (size) => {
    const stop = new AbortController();
    const reason = new Error('revoked');
    const key = newBlobKey();
    const body = new Readable({ read() {} });
    const pieces = streamOf(randomBytes(size));
    pieces.on('data', (piece) => body.push(piece));
    // The body falls silent without an end; only the abort can end the put.
    pieces.on('end', () => setImmediate(() => stop.abort(reason)));
    await expect(store.put(key, body, { signal: stop.signal })).rejects.toBe(reason);
    await expectNothingVisible(store, key);
    expect(body.destroyed).toBe(false);
    await expect(store.put(key, streamOf(Buffer.from('x')), { signal: stop.signal })).rejects.toBe(reason);
  });

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
    await expectNothingVisible(store, key);
  });

  it('sweeps what a killed put left, and only that', async ({ skip }) => {
    const { leaveUnfinished } = current();
    if (leaveUnfinished === undefined) return skip('this store shows no unfinished uploads');
    const key = newBlobKey();
    await store.put(key, streamOf(Buffer.from('whole')));
    await leaveUnfinished();
    expect(await namesOf(store)).toEqual([key]);
    expect(await store.sweepUnfinished(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await store.sweepUnfinished(new Date(Date.now() + 3_600_000))).toBe(1);
    expect(await store.sweepUnfinished(new Date(Date.now() + 3_600_000))).toBe(0);
    expect((await readBack(store, key))?.toString()).toBe('whole');
  });
};
