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
  for (const name of await readdir(scratch, { recursive: true })) {
    if (name.endsWith('postmaster.pid')) await endServer(join(scratch, name, '..'));
  }
  await rm(scratch, { recursive: true, force: true });
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
