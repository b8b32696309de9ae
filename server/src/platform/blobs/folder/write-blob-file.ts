import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobBody, PutOptions, StoredBlob } from '../blob-store.ts';
import { measureBody } from '../measure-body.ts';
import { placeOf, unfinishedFolder } from './blob-places.ts';
import { type DurableFolders, syncFolder } from './durable-folders.ts';
import { isMissingFile, onFiles } from './file-error.ts';
import { fileProperties } from './file-properties.ts';

/** Small chunks are gathered up to this size: each write is a trip to another thread. */
const writeSize = 256 * 1024;

/** A write may take less than it was given (a disk about to be full does that), so it is repeated. */
const writeAll = async (handle: FileHandle, bytes: Buffer): Promise<void> => {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
};

const writeChunks = async (handle: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> => {
  let pending: Buffer[] = [];
  let held = 0;
  const flush = async () => {
    const bytes = pending.length === 1 && pending[0] !== undefined ? pending[0] : Buffer.concat(pending, held);
    pending = [];
    held = 0;
    await onFiles(() => writeAll(handle, bytes));
  };
  for await (const chunk of chunks) {
    pending.push(chunk);
    held += chunk.length;
    if (held >= writeSize) await flush();
  }
  if (held > 0) await flush();
};

/** Moves the finished file to its place. The folder is made again if somebody removed it behind our back. */
const publish = async (root: string, key: string, unfinished: string, folders: DurableFolders): Promise<void> => {
  const place = placeOf(root, key);
  await folders.ensure(place.folders, place.folder);
  try {
    await rename(unfinished, place.file);
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    folders.forget(place.folder);
    await folders.ensure(place.folders, place.folder);
    await rename(unfinished, place.file);
  }
  await syncFolder(place.folder);
};

/**
 * Writes beside, syncs, renames, syncs the folder: after a crash at any point the blob is either whole in its place or
 * not there, and once this returns it is there (contract C14).
 */
export const writeBlobFile = async (
  root: string,
  folders: DurableFolders,
  key: string,
  body: BlobBody,
  options: PutOptions,
): Promise<StoredBlob> => {
  const measured = measureBody(body, options);
  options.signal?.throwIfAborted();
  const unfinished = join(root, unfinishedFolder, randomBytes(16).toString('hex'));
  const handle = await onFiles(() => open(unfinished, 'wx', 0o600));
  try {
    let etag: string;
    try {
      await writeChunks(handle, measured.chunks);
      etag = await onFiles(async () => {
        await handle.sync();
        return fileProperties(key, await handle.stat({ bigint: true })).etag;
      });
    } finally {
      await handle.close();
    }
    await onFiles(() => publish(root, key, unfinished, folders));
    return { key, ...measured.total(), etag };
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
};
