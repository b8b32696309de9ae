import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostmasterFile } from '../postmaster-file.ts';
import { signalProcess, waitForEnd, worksIn } from '../postmaster-process.ts';
import { removeSocketFolder } from '../socket-folder.ts';

/** A folder that only this user may enter, as a home folder: for root, PostgreSQL's account cannot walk into it. */
export const makeScratchFolder = async (): Promise<string> => await mkdtemp(join(tmpdir(), 'portolan-embedded-'));

/** Removes the folder together with every database server that a test left in it. */
export const removeScratchFolder = async (scratch: string): Promise<void> => {
  await endServersIn(scratch);
  await rm(scratch, { recursive: true, force: true });
};

const endServersIn = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some(({ name }) => name === 'PG_VERSION')) return await endServer(folder);
  for (const entry of entries) if (entry.isDirectory()) await endServersIn(join(folder, entry.name));
};

const endServer = async (cluster: string): Promise<void> => {
  const file = await readPostmasterFile(cluster);
  if (file === undefined) return;
  if (await worksIn(file.pid, cluster)) {
    signalProcess(file.pid, 'SIGQUIT');
    await waitForEnd(file.pid, 10_000);
  }
  await removeSocketFolder(file.socketFolder);
};
