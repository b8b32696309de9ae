import { access, constants, mkdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { addSignal } from '../add-signal.ts';
import { blobDamaged, storeMissing, storeTimedOut } from '../blob-error.ts';
import { checkBlobKey, checkBlobPrefix } from '../blob-key.ts';
import { checkBlobRange, resolveBlobRange } from '../blob-range.ts';
import type { BlobContent, BlobStore, GetOptions } from '../blob-store.ts';
import { withDeadline } from '../with-deadline.ts';
import { placeOf, unfinishedFolder } from './blob-places.ts';
import { createDurableFolders, syncFolder } from './durable-folders.ts';
import { fileError, isMissingFile, onFile, onFiles } from './file-error.ts';
import { fileProperties } from './file-properties.ts';
import { listBlobFiles } from './list-blob-files.ts';
import { closeFile, openFile, readBlobFile, statOpenFile } from './read-blob-file.ts';
import { sweepUnfinishedFiles } from './sweep-unfinished-files.ts';
import { writeBlobFile } from './write-blob-file.ts';

const getFile = async (root: string, key: string, options: GetOptions): Promise<BlobContent | undefined> => {
  const file = await onFile(() => openFile(placeOf(root, key).file));
  if (file === undefined) return undefined;
  try {
    const properties = fileProperties(key, await onFiles(() => statOpenFile(file)));
    if (options.size !== undefined && options.size !== properties.size) {
      throw blobDamaged(properties.size, options.size);
    }
    const { start, length } = resolveBlobRange(options, properties.size);
    options.signal?.throwIfAborted();
    return { ...properties, start, length, body: addSignal(readBlobFile(file, start, length), options.signal) };
  } catch (error) {
    await closeFile(file);
    throw error;
  }
};

const checkFolder = (root: string): Promise<void> =>
  withDeadline({ ms: 5_000, late: storeTimedOut }, async () => {
    try {
      await access(join(root, unfinishedFolder), constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw isMissingFile(error) ? storeMissing(error) : fileError(error);
    }
  });

const makeFolder = async (path: string): Promise<void> => {
  const topmost = await mkdir(path, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  for (let made = path; made.length >= topmost.length; made = dirname(made)) await syncFolder(dirname(made));
};

/** Blobs in a folder of this machine or of a mounted one. Several processes may share it. Made if it is not there. */
export const openFolderBlobStore = async (path: string): Promise<BlobStore> => {
  const root = resolve(path);
  const folders = createDurableFolders();
  await onFiles(() => makeFolder(join(root, unfinishedFolder)));
  return {
    async put(key, body, options = {}) {
      checkBlobKey(key);
      return writeBlobFile(root, folders, key, body, options);
    },
    async get(key, options = {}) {
      checkBlobKey(key);
      checkBlobRange(options);
      options.signal?.throwIfAborted();
      return getFile(root, key, options);
    },
    async head(key) {
      checkBlobKey(key);
      const stats = await onFile(() => stat(placeOf(root, key).file, { bigint: true }));
      return stats === undefined ? undefined : fileProperties(key, stats);
    },
    list(options = {}) {
      checkBlobPrefix(options.prefix ?? '');
      return listBlobFiles(root, options);
    },
    async delete(key) {
      checkBlobKey(key);
      const place = placeOf(root, key);
      await onFile(async () => {
        await unlink(place.file);
        await syncFolder(place.folder);
      });
    },
    sweepUnfinished: (olderThan) => onFiles(() => sweepUnfinishedFiles(root, olderThan)),
    check: () => checkFolder(root),
    async close() {},
  };
};
