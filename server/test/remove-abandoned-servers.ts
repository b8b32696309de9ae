import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { locateDataFolder } from '../src/platform/database/embedded/data-folder.ts';
import { acquireFolderLock } from '../src/platform/database/embedded/folder-lock.ts';
import { readPostmasterFile } from '../src/platform/database/embedded/postmaster-file.ts';
import { signalProcess, waitForEnd, worksIn } from '../src/platform/database/embedded/postmaster-process.ts';
import { removeSocketFolder } from '../src/platform/database/embedded/socket-folder.ts';

export const abandonedPrefix = 'portolan-test-server-';

/** A killed run leaves its server running in a folder that nobody holds the lock of. Folders of live runs are left. */
export const removeAbandonedServers = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent)) {
    if (name.startsWith(abandonedPrefix)) await removeAbandonedServer(join(parent, name)).catch(() => undefined);
  }
};

const removeAbandonedServer = async (path: string): Promise<void> => {
  const folder = await locateDataFolder(path);
  const lock = await acquireFolderLock(folder);
  try {
    const file = await readPostmasterFile(folder.cluster);
    if (file !== undefined && (await worksIn(file.pid, folder.cluster))) {
      signalProcess(file.pid, 'SIGQUIT');
      await waitForEnd(file.pid, 10_000);
    }
    if (file !== undefined) await removeSocketFolder(file.socketFolder);
    await rm(folder.root, { recursive: true, force: true });
  } finally {
    lock.release();
  }
};
