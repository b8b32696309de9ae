import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import type { DatabaseAccount } from './database-account.ts';
import { DatabaseStartError } from './database-start-error.ts';
import { parsePostmasterFile } from './postmaster-file.ts';
import { isAlive } from './postmaster-process.ts';

export const socketName = '.s.PGSQL.5432';
const prefix = 'portolan-';
/** The length of an address is 108 bytes on Linux and 104 on macOS, each with a closing zero. */
const longestAddress = 103;

/**
 * A new folder for the server's socket, open to nobody but the database's account (and root). It does not lie in the
 * data folder because the address of a socket must be short, whatever the length of the data folder's path, and because
 * the database's account may be unable to reach it. The random name cannot be taken by others beforehand; PostgreSQL
 * touches the socket now and then, so that cleaners of temporary folders leave it alone.
 */
export const makeSocketFolder = async (folder: DataFolder, account: DatabaseAccount | undefined): Promise<string> => {
  for (const place of socketPlaces(folder, account)) {
    const made = await mkdtemp(join(place, prefix)).catch(() => undefined);
    if (made === undefined) continue;
    if (isShortEnough(made)) {
      await chmod(made, 0o700);
      if (account !== undefined) await chown(made, account.uid, account.gid);
      return made;
    }
    await rm(made, { recursive: true, force: true });
  }
  throw new DatabaseStartError(
    'folderNotUsable',
    'The embedded database needs a place for its socket with a short path, and /tmp cannot be written: make /tmp writable, or set DATABASE_URL.',
  );
};

/** Makes the folder of a server that ended ready for the next one at the same address. */
export const renewSocketFolder = async (socketFolder: string, account: DatabaseAccount | undefined): Promise<void> => {
  const made = await mkdir(socketFolder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (made && account !== undefined) await chown(socketFolder, account.uid, account.gid);
  if (!made) await removeSocket(socketFolder);
};

/**
 * Removes a socket folder that we made and that no server uses. The path may come from a file that a crash left behind,
 * or from a copy of a data folder whose own server is running.
 */
export const removeSocketFolder = async (socketFolder: string): Promise<void> => {
  if (!basename(socketFolder).startsWith(prefix)) return;
  const found = await lstat(socketFolder).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  const holder = parsePostmasterFile(await readFile(join(socketFolder, `${socketName}.lock`), 'utf8').catch(() => ''));
  if (holder !== undefined && isAlive(holder.pid)) return;
  await removeSocket(socketFolder);
  await rmdir(socketFolder).catch(() => undefined);
};

/** The lock file beside the socket names a process id, which may belong to another program by now. */
const removeSocket = async (socketFolder: string): Promise<void> => {
  for (const name of [socketName, `${socketName}.lock`]) await rm(join(socketFolder, name), { force: true });
};

export const isShortEnough = (socketFolder: string): boolean =>
  Buffer.byteLength(join(socketFolder, socketName)) <= longestAddress;

const socketPlaces = (folder: DataFolder, account: DatabaseAccount | undefined): string[] =>
  account === undefined ? ['/tmp', tmpdir(), folder.root] : ['/run', '/tmp', '/var/tmp'];
