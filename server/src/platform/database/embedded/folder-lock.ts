import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type DataFolder, giveToFolderOwner } from './data-folder.ts';
import { DatabaseStartError, diskIsFull } from './database-start-error.ts';

export interface FolderLock {
  release(): void;
}

/**
 * One Portolan per data folder.
 *
 * The lock is one of the kernel (fcntl, LockFileEx on Windows): it ends with its process however that ends, it knows
 * nothing of reused process ids, it has no moment between looking and taking, and it holds between containers that
 * share a volume, where neither a process id nor an abstract socket would be seen. Node offers no such lock, but its
 * SQLite takes one for an exclusive transaction, so an empty SQLite file is the lock. PostgreSQL does not inherit it:
 * a database that outlives its parent leaves the folder free for the next start to adopt it.
 *
 * Nothing else in this process may open and close the lock file: that would drop the lock (POSIX).
 */
export const acquireFolderLock = async (folder: DataFolder): Promise<FolderLock> => {
  const holderFile = `${folder.lock}.pid`;
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(folder.lock, { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // Whoever can read the file could hold a shared lock on it and keep us out. (By path: opening it would drop ours.)
    chmodSync(folder.lock, 0o600);
    writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600 });
    await giveToFolderOwner(folder.lock, folder.root);
    await giveToFolderOwner(holderFile, folder.root);
  } catch (error) {
    lock?.close();
    throw explain(error, folder, holderFile);
  }
  const held = lock;
  return {
    release: () => {
      if (!held.isOpen) return;
      rmSync(holderFile, { force: true });
      held.close();
    },
  };
};

const sqliteBusy = 5;
const sqliteFull = 13;

const explain = (error: unknown, folder: DataFolder, holderFile: string): DatabaseStartError => {
  const code = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
  if (code === sqliteBusy) {
    return new DatabaseStartError(
      'folderInUse',
      `The data folder ${folder.root} is in use by another Portolan${readHolder(holderFile)}: stop that one first, or give this one its own folder with PORTOLAN_DATA.`,
      error,
    );
  }
  if (code === sqliteFull || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')) {
    return diskIsFull(folder.root, error);
  }
  return new DatabaseStartError(
    'folderNotUsable',
    `The data folder ${folder.root} cannot be used: the user that runs Portolan may not write and lock the file portolan.lock there.`,
    error,
  );
};

/** Only for the message: the lock itself never depends on what this file says. */
const readHolder = (holderFile: string): string => {
  try {
    const pid = Number.parseInt(readFileSync(holderFile, 'utf8'), 10);
    return Number.isNaN(pid) ? '' : ` (process ${pid})`;
  } catch {
    return '';
  }
};
