import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataFolder, syncFolder } from './data-folder.ts';
import type { DatabaseAccount } from './database-account.ts';
import { DatabaseStartError, diskIsFull } from './database-start-error.ts';
import { signInArguments, superuserName } from './endpoint.ts';
import type { PostgresRuntime } from './postgres-runtime.ts';
import { runProgram } from './run-program.ts';
import { clusterArgument } from './server-arguments.ts';

const unfinished = 'postgres.unfinished-';

export interface CreateClusterInput {
  readonly folder: DataFolder;
  readonly account: DatabaseAccount | undefined;
  readonly runtime: PostgresRuntime;
  /** false only for a database that may be lost, as in tests. */
  readonly durable: boolean;
}

/** Makes the database's files aside and moves them in place in one step: a killed first start leaves nothing half made. */
export const createCluster = async (input: CreateClusterInput): Promise<void> => {
  const { folder, account } = input;
  const fresh = join(folder.root, `${unfinished}${randomUUID()}`);
  await mkdir(fresh, { mode: 0o700 });
  try {
    if (account !== undefined) await chown(fresh, account.uid, account.gid);
    await runInitdb(fresh, input);
    await syncFolder(fresh);
    await rename(fresh, folder.cluster);
    await syncFolder(folder.root);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
};

/** Removes what a killed first start left. Its initdb may still be writing for a moment: then the next start does it. */
export const removeUnfinishedClusters = async (folder: DataFolder): Promise<void> => {
  for (const name of await readdir(folder.root)) {
    if (!name.startsWith(unfinished)) continue;
    await rm(join(folder.root, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
};

/** initdb writes everything through to the disk before it ends, unless told otherwise. */
const runInitdb = async (fresh: string, input: CreateClusterInput): Promise<void> => {
  const { folder, account, runtime } = input;
  const parameters = [
    `--pgdata=${clusterArgument(fresh, account)}`,
    `--username=${superuserName}`,
    ...(await signInArguments(folder)),
    // The same order and letter case everywhere, whatever the machine's language is.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--text-search-config=simple',
    '--data-checksums',
    '--no-instructions',
    ...(input.durable ? [] : ['--no-sync']),
  ];
  const initdb = join(runtime.folder, 'bin', 'initdb');
  const { code, output } = await runProgram(initdb, parameters, { account, cwd: fresh, timeout: 180_000 });
  if (code !== 0) throw explain(output, folder, account);
};

const explain = (output: string, folder: DataFolder, account: DatabaseAccount | undefined): DatabaseStartError => {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskIsFull(folder.root, output);
  if (output.includes('could not look up effective user ID')) {
    return new DatabaseStartError(
      'accountMissing',
      `The user id ${account?.uid ?? process.getuid?.()} that the database would run as has no entry in /etc/passwd, which PostgreSQL needs to make a database: start Portolan as a user that has one, or set DATABASE_URL.`,
      output,
    );
  }
  const reason = /(?:initdb: error|FATAL|PANIC): +(.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1);
  return new DatabaseStartError('notStarted', `The database in ${folder.root} could not be made: ${reason}`, output);
};
