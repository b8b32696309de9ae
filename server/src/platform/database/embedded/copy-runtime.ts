import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './data-folder.ts';
import type { DatabaseAccount } from './database-account.ts';
import { DatabaseStartError } from './database-start-error.ts';

export interface CopyOptions {
  readonly native: string;
  readonly name: string;
  readonly account: DatabaseAccount | undefined;
  /** Tried in this order. */
  readonly places: readonly string[];
  readonly onStep: (text: string) => void;
  /** Completes a fresh copy. */
  readonly finish: (folder: string) => Promise<void>;
  /** Says what is wrong with a copy, undefined when it runs. */
  readonly check: (folder: string) => Promise<string | undefined>;
}

/** Copies the runtime to the first place where it runs, or finds the copy that an earlier start made there. */
export const copyRuntime = async (options: CopyOptions): Promise<string> => {
  let problem = '';
  for (const place of options.places) {
    const folder = join(place, options.name);
    try {
      if (!(await isTrusted(folder)) || (await options.check(folder)) !== undefined) await replaceCopy(folder, options);
      const wrong = await options.check(folder);
      if (wrong === undefined) return folder;
      problem = wrong;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  throw new DatabaseStartError(
    'runtimeUnusable',
    `The programs of the embedded database do not run on this machine${describeAccount(options.account)}: ${firstLine(problem)}; set DATABASE_URL to use a PostgreSQL of your own.`,
  );
};

/** Programs are run only from a folder that nobody but us can have written, as /var/tmp is open to all. */
const isTrusted = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return false;
  return found.isDirectory() && found.uid === (process.getuid?.() ?? 0) && (found.mode & 0o022) === 0;
};

const replaceCopy = async (folder: string, options: CopyOptions): Promise<void> => {
  options.onStep('copying the database programs to where the database can run them');
  const fresh = `${folder}.${randomUUID()}`;
  const created = await mkdir(dirname(folder), { recursive: true });
  if (created !== undefined) await chmod(dirname(folder), 0o755);
  try {
    await copyTree(options.native, fresh);
    await options.finish(fresh);
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another start may have put its copy there in the meantime; the check that follows tells.
    if (!(await isTrusted(folder))) throw error;
  }
};

/** Static libraries and build files are of no use to a server. */
const isNeeded = (name: string): boolean => !name.endsWith('.a') && name !== 'pkgconfig' && name !== 'pgxs';

/** Rights are set anew: a package that was installed with a narrow umask would be closed to the database's account. */
const copyTree = async (from: string, to: string): Promise<void> => {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isNeeded(entry.name)) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile()) await copyOne(source, target);
  }
  await syncFolder(to);
};

const copyOne = async (source: string, target: string): Promise<void> => {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const { mode } = await lstat(source);
  await chmod(target, (mode & 0o100) === 0 ? 0o644 : 0o755);
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const describeAccount = (account: DatabaseAccount | undefined): string =>
  account === undefined ? '' : ` as the account ${account.name}`;

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
