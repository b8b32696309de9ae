import type pg from 'pg';
import { readClusterState, refuseOtherMajor } from './cluster-state.ts';
import { createCluster, removeUnfinishedClusters } from './create-cluster.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { chooseDatabaseAccount, claimCluster } from './database-account.ts';
import { toStartError } from './database-start-error.ts';
import { connectionTo, removeEndpoint } from './endpoint.ts';
import { acquireFolderLock } from './folder-lock.ts';
import { keepRunning } from './keep-running.ts';
import { type ObtainInput, obtainPostmaster } from './obtain-postmaster.ts';
import { preparePostgresRuntime } from './postgres-runtime.ts';
import { isAlive } from './postmaster-process.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { ServerSettings } from './server-arguments.ts';
import { stopPostmaster } from './stop-postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** The database lies in `postgres` below it. Made when missing. */
  readonly dataFolder: string;
  /** Told what is done, a few words each; also later, when the database ends unexpectedly and is started again. */
  readonly onStep: (text: string) => void;
  /** Settings of PostgreSQL that differ from ours. */
  readonly settings?: ServerSettings;
  /** The npm package with PostgreSQL's programs; found by name unless given. */
  readonly packageFolder?: string;
}

export interface EmbeddedPostgres {
  readonly connection: pg.ClientConfig;
  /** The server of a killed program was still running and is used on. */
  readonly adopted: boolean;
  /** The last server ended without a clean stop, and its log was replayed. */
  readonly recovered: boolean;
  /** Of the server now: it changes when the database ended unexpectedly. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Time for the orderly stop; after it the database is stopped at once and recovers on the next start. */
const fastStopWithin = 15_000;

export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const folder = await openDataFolder(options.dataFolder);
  const lock = await acquireFolderLock(folder);
  try {
    return await startLocked(folder, options, lock.release);
  } catch (error) {
    lock.release();
    throw toStartError(error, folder.root);
  }
};

const startLocked = async (
  folder: DataFolder,
  options: EmbeddedPostgresOptions,
  release: () => void,
): Promise<EmbeddedPostgres> => {
  const { onStep, settings = {} } = options;
  const account = await chooseDatabaseAccount(folder);
  const runtime = await preparePostgresRuntime({ ...options, account, dataFolder: folder.root });
  const obtain: ObtainInput = { folder, account, runtime, settings, onStep };

  await removeUnfinishedClusters(folder);
  const before = await readClusterState(folder);
  if (before === undefined) {
    onStep(`making a new database${account === undefined ? '' : ` that runs as ${account.name}`}`);
    await createCluster({ folder, account, runtime, durable: settings.fsync !== 'off' });
  } else {
    refuseOtherMajor(before, runtime.major, folder);
    if (await claimCluster(folder.cluster, account)) onStep(`gave the database's files to ${account?.name}`);
  }

  let postmaster = await obtainPostmaster(obtain);
  const { endpoint, adopted, recovered } = postmaster;
  if (adopted) onStep('found the database still running and took it over');
  if (recovered) onStep('the database was not stopped cleanly and has recovered');
  await prepareDatabase(endpoint, adopted);

  const watch = keepRunning({
    isRunning: () => isAlive(postmaster.pid),
    restart: async () => {
      postmaster = await obtainPostmaster({ ...obtain, endpoint });
    },
    onStep,
  });
  const stop = async () => {
    await watch.end();
    await stopPostmaster(postmaster.pid, folder, runtime, { fastWithin: fastStopWithin });
    await removeEndpoint(endpoint);
    release();
  };
  let stopped: Promise<void> | undefined;
  return {
    connection: connectionTo(endpoint),
    adopted,
    recovered,
    get pid() {
      return postmaster.pid;
    },
    stop: async () => {
      stopped ??= stop();
      await stopped;
    },
  };
};
