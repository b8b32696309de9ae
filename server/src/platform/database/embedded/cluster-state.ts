import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { DatabaseStartError } from './database-start-error.ts';

export interface ClusterState {
  readonly major: number;
  /** Whether the last server wrote everything and said so; otherwise the next one replays its log first. */
  readonly shutDownCleanly: boolean;
}

/** Looks at the database's files without a server. undefined: there is no database yet. */
export const readClusterState = async (folder: DataFolder): Promise<ClusterState | undefined> => {
  const entries = await readdir(folder.cluster).catch(ignoreMissing);
  if (entries === undefined || entries.length === 0) return undefined;
  if (!entries.includes('PG_VERSION')) {
    throw new DatabaseStartError(
      'notADatabase',
      `The folder ${folder.cluster} is not empty and holds no PostgreSQL database: move it away, or use another data folder with PORTOLAN_DATA.`,
    );
  }
  const major = Number.parseInt(await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8'), 10);
  return { major, shutDownCleanly: isCleanShutdown(await readControlState(folder.cluster)) };
};

export const refuseOtherMajor = (state: ClusterState, major: number, folder: DataFolder): void => {
  if (state.major === major) return;
  throw new DatabaseStartError(
    'otherVersion',
    `The database in ${folder.root} was made by PostgreSQL ${state.major}, and this Portolan brings PostgreSQL ${major}: run "portolan backup" with the Portolan that made it and "portolan restore" with this one into an empty data folder.`,
  );
};

/** Where ControlFileData.state stands in global/pg_control: after an 8-byte identifier and two 4-byte versions. */
const stateOffset = 16;
/** DB_SHUTDOWNED and DB_SHUTDOWNED_IN_RECOVERY of PostgreSQL's DBState. */
const cleanStates: readonly number[] = [1, 2];

const isCleanShutdown = (state: number): boolean => cleanStates.includes(state);

const readControlState = async (cluster: string): Promise<number> => {
  const file = await open(join(cluster, 'global', 'pg_control'), 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, stateOffset);
    return new Int32Array(buffer.buffer, buffer.byteOffset, 1)[0] ?? -1;
  } finally {
    await file.close();
  }
};

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
};
