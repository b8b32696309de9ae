import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey } from '../blob-key.ts';
import type { BlobListEntry, ListOptions } from '../blob-store.ts';
import { placeOf } from './blob-places.ts';
import { onFile } from './file-error.ts';
import { fileProperties } from './file-properties.ts';

const folderNames = async (path: string): Promise<string[]> => {
  const entries = (await onFile(() => readdir(path, { withFileTypes: true }))) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
};

/** True when a key that begins with `begin` can also begin with `prefix`. */
const mayMatch = (begin: string, prefix: string): boolean => begin.startsWith(prefix) || prefix.startsWith(begin);

const sampleId = '0'.repeat(32);

/** `a-b/` sorts before `a/`, so folders are ordered with their slash, as an object store orders whole keys. */
const blobFolders = async (root: string): Promise<string[]> =>
  (await folderNames(root))
    .map((name) => `${name}/`)
    .filter((folder) => isBlobKey(`${folder}${sampleId}`))
    .sort();

async function* shardEntries(root: string, folder: string, shard: string, prefix: string) {
  const names = (await onFile(() => readdir(join(root, folder, shard)))) ?? [];
  for (const name of names.sort()) {
    const key = `${folder}${name}`;
    if (!key.startsWith(prefix) || !isBlobKey(key) || !name.startsWith(shard)) continue;
    const stats = await onFile(() => stat(placeOf(root, key).file, { bigint: true }));
    // Deleted since the folder was read.
    if (stats?.isFile()) yield { kind: 'blob', ...fileProperties(key, stats) } as const;
  }
}

/** Walks the shards in order; memory holds the names of one shard at a time. */
export async function* listBlobFiles(root: string, options: ListOptions): AsyncGenerator<BlobListEntry, void> {
  const prefix = options.prefix ?? '';
  for (const folder of await blobFolders(root)) {
    if (!mayMatch(folder, prefix)) continue;
    const grouped = options.delimiter === '/' && !prefix.includes('/');
    for (const shard of (await folderNames(join(root, folder))).sort()) {
      if (!/^[0-9a-f]{2}$/.test(shard) || !mayMatch(`${folder}${shard}`, prefix)) continue;
      options.signal?.throwIfAborted();
      for await (const entry of shardEntries(root, folder, shard, prefix)) {
        if (!grouped) {
          yield entry;
          continue;
        }
        yield { kind: 'folder', prefix: folder };
        break;
      }
      if (grouped) break;
    }
  }
}
