import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinishedFolder } from './blob-places.ts';
import { onFile } from './file-error.ts';

/** Removes files of puts that a crash cut off. A put under way keeps its file fresh with every write. */
export const sweepUnfinishedFiles = async (root: string, olderThan: Date): Promise<number> => {
  const folder = join(root, unfinishedFolder);
  let swept = 0;
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    const stats = await onFile(() => stat(path));
    if (stats === undefined || !stats.isFile() || stats.mtime >= olderThan) continue;
    await rm(path, { force: true });
    swept += 1;
  }
  return swept;
};
