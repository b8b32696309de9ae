import { chmod, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newBlobKey } from '../blob-key.ts';
import type { BlobStore } from '../blob-store.ts';
import { describeBlobStore } from '../blob-store-contract.ts';
import { openBlobStore } from '../open-blob-store.ts';
import { placeOf, unfinishedFolder } from './blob-places.ts';

const nothing = () => Readable.from([]);
const readAll = async (store: BlobStore, key: string) => buffer((await store.get(key))?.body ?? nothing());
const makeRoot = () => mkdtemp(join(tmpdir(), 'blobs-'));

describeBlobStore('folder', async () => {
  const root = await makeRoot();
  return {
    store: await openBlobStore(`file:${root}`),
    leaveUnfinished: () => writeFile(join(root, unfinishedFolder, 'left-behind'), 'half'),
    close: () => rm(root, { recursive: true, force: true }),
  };
});

describe('the folder store', () => {
  let root: string;
  let store: BlobStore;
  beforeEach(async () => {
    root = join(await makeRoot(), 'made', 'here');
    store = await openBlobStore(`file:${root}`);
  });
  afterEach(() => rm(join(root, '..', '..'), { recursive: true, force: true }));

  it('keeps nothing of failed puts on disk', async () => {
    const body = async function* () {
      yield Buffer.alloc(1_000_000);
      expect(await readdir(join(root, unfinishedFolder))).toHaveLength(1);
      throw new Error('broken');
    };
    await expect(store.put(newBlobKey(), body())).rejects.toThrow('broken');
    expect(await readdir(join(root, unfinishedFolder))).toEqual([]);
  });

  it('shards by the beginning of the id and ignores files that are not its own', async () => {
    const key = newBlobKey('files');
    await store.put(key, Readable.from([Buffer.from('x')]));
    const id = key.slice('files/'.length);
    expect(placeOf(root, key).file).toBe(join(root, 'files', id.slice(0, 2), id));
    await writeFile(join(root, 'files', id.slice(0, 2), 'notes.txt'), 'x');
    await mkdir(join(root, 'files', 'lost+found'));
    await mkdir(join(root, 'NotOurs', '00'), { recursive: true });
    const keys: string[] = [];
    for await (const entry of store.list()) if (entry.kind === 'blob') keys.push(entry.key);
    expect(keys).toEqual([key]);
  });

  it('makes an error of a file that is cut while it is read', async () => {
    const key = newBlobKey();
    await store.put(key, Readable.from([Buffer.alloc(4_000_000)]));
    const content = await store.get(key);
    await truncate(placeOf(root, key).file, 1_000_000);
    await expect(buffer(content?.body ?? nothing())).rejects.toMatchObject({
      kind: 'dependencyFailed',
      code: 'blob.cut',
    });
  });

  it('reads no further ahead than its reader follows', async () => {
    const key = newBlobKey();
    await store.put(key, Readable.from([Buffer.alloc(4_000_000)]));
    const content = await store.get(key);
    const body = content?.body ?? nothing();
    body.read(0);
    await new Promise((resolve) => body.once('readable', resolve));
    // All reads that were asked for have come back once a whole small blob could be read after them.
    const small = newBlobKey();
    await store.put(small, Readable.from([Buffer.from('small')]));
    for (let round = 0; round < 20; round += 1) await readAll(store, small);
    expect(body.readableLength).toBeGreaterThan(0);
    expect(body.readableLength).toBeLessThanOrEqual(512 * 1024);
    body.destroy();
  });

  it('goes on when its folders were removed behind its back', async () => {
    const key = newBlobKey();
    await store.put(key, Readable.from([Buffer.from('one')]));
    await rm(join(root, 'blobs'), { recursive: true });
    await store.put(key, Readable.from([Buffer.from('two')]));
    expect((await store.head(key))?.size).toBe(3);
  });

  it('fails its check once the folder is gone, and every call says so without a path', async () => {
    await rm(root, { recursive: true });
    await expect(store.check()).rejects.toMatchObject({ kind: 'dependencyFailed', code: 'blobStore.missing' });
    const put = store.put(newBlobKey(), Readable.from([Buffer.from('x')]));
    await expect(put).rejects.toMatchObject({ kind: 'dependencyFailed', code: 'blobStore.failed' });
    await expect(put).rejects.not.toThrow(root);
  });

  it.skipIf(process.getuid?.() === 0)('fails its check when the folder cannot be written', async () => {
    await chmod(join(root, unfinishedFolder), 0o500);
    await expect(store.check()).rejects.toMatchObject({ kind: 'dependencyFailed', code: 'blobStore.failed' });
  });
});
