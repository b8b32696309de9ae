import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { newBlobKey } from '../blob-key.ts';
import { unfinishedFolder } from './blob-places.ts';
import { openFolderBlobStore } from './open-folder-blob-store.ts';

const mebibyte = 1024 * 1024;

/** A file system of 8 MiB, or undefined where we may not mount one. */
const mountSmallDisk = async (): Promise<string | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
};

const body = (size: number, fill = 0) => Readable.from([Buffer.alloc(size / 2, fill), Buffer.alloc(size / 2, fill)]);
const full = { kind: 'unavailable', code: 'blobStore.full' };

it('a full disk refuses writes, keeps nothing of them, and goes on reading', async ({ skip }) => {
  const disk = await mountSmallDisk();
  if (disk === undefined) return skip('a small disk can only be mounted by root, on Linux');
  const store = await openFolderBlobStore(join(disk, 'blobs'));
  const kept = newBlobKey();
  await store.put(kept, body(3 * mebibyte, 7));

  const large = newBlobKey();
  await expect(store.put(large, body(10 * mebibyte))).rejects.toMatchObject(full);
  expect(await store.head(large)).toBeUndefined();
  expect(await readdir(join(disk, 'blobs', unfinishedFolder))).toEqual([]);

  // Somebody else takes all that is left.
  await expect(writeFile(join(disk, 'filler'), Buffer.alloc(10 * mebibyte))).rejects.toThrow('ENOSPC');
  await expect(store.put(newBlobKey(), body(20_000))).rejects.toMatchObject(full);
  const content = await store.get(kept);
  expect((await buffer(content?.body ?? Readable.from([]))).equals(Buffer.alloc(3 * mebibyte, 7))).toBe(true);
  await expect(store.check()).resolves.toBeUndefined();

  await store.delete(kept);
  await expect(store.put(newBlobKey(), body(2 * mebibyte))).resolves.toMatchObject({ size: 2 * mebibyte });
});
