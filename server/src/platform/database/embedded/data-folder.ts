import { constants } from 'node:fs';
import { access, chown, mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { toStartError } from './database-start-error.ts';

/** The places of the embedded database. Only `cluster` belongs to the database's account. */
export interface DataFolder {
  readonly root: string;
  /** PostgreSQL's own folder. */
  readonly cluster: string;
  readonly log: string;
  readonly lock: string;
}

export const locateDataFolder = async (path: string): Promise<DataFolder> => {
  const root = await realpath(path);
  return {
    root,
    cluster: join(root, 'postgres'),
    log: join(root, 'postgres.log'),
    lock: join(root, 'portolan.lock'),
  };
};

export const openDataFolder = async (path: string): Promise<DataFolder> => {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return await locateDataFolder(path);
  } catch (error) {
    throw toStartError((await findObstacle(resolve(path))) ?? error, path);
  }
};

/** Linux calls a new folder on a read-only disk "missing" at times: the folder above it tells the real reason. */
const findObstacle = async (path: string): Promise<unknown> => {
  const parent = dirname(path);
  const found = await stat(parent).catch(() => undefined);
  if (found === undefined && parent !== path) return await findObstacle(parent);
  return await access(parent, constants.W_OK).catch((error: unknown) => error);
};

/** A file that root makes in somebody's data folder is theirs: they may start the server themselves the next time. */
export const giveToFolderOwner = async (file: string, folder: string): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  if (uid !== 0) await chown(file, uid, gid);
};

/** Makes renames and new entries in a folder survive a power loss. Windows cannot open folders and needs no such call. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
