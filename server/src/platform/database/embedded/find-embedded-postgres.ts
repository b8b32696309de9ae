import type pg from 'pg';
import { locateDataFolder } from './data-folder.ts';
import { connectionTo, endpointOf } from './endpoint.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { worksIn } from './postmaster-process.ts';

/** The way to a database that a running Portolan holds, for a command beside it such as a backup. */
export const findEmbeddedPostgres = async (dataFolder: string): Promise<pg.ClientConfig | undefined> => {
  const folder = await locateDataFolder(dataFolder).catch(() => undefined);
  if (folder === undefined) return undefined;
  const file = await readPostmasterFile(folder.cluster);
  if (file?.status !== 'ready' || !(await worksIn(file.pid, folder.cluster))) return undefined;
  return connectionTo(await endpointOf(file, folder));
};
