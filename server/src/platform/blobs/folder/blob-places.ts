import { join } from 'node:path';

/** Where puts are written before they are whole. No key can be named like this. */
export const unfinishedFolder = '.unfinished';

/** Two letters of the id: 256 shards per folder keep directories small up to tens of millions of blobs. */
const shardOf = (id: string): string => id.slice(0, 2);

/** The folders from the root down to the one that holds the blob, and the name of its file. The key is checked. */
export const placeOf = (root: string, key: string): { folders: readonly string[]; folder: string; file: string } => {
  const [name = '', id = ''] = key.split('/');
  const folder = join(root, name, shardOf(id));
  return { folders: [root, join(root, name)], folder, file: join(folder, id) };
};
