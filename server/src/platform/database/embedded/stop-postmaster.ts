import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import type { PostgresRuntime } from './postgres-runtime.ts';
import { findClusterProcesses, signalProcess, waitForEnd, worksIn } from './postmaster-process.ts';
import { runProgram } from './run-program.ts';

export interface StopOptions {
  /** Time for the orderly way: sessions are ended, everything is written. */
  readonly fastWithin: number;
}

/** After an immediate stop PostgreSQL itself needs up to five seconds to end its own stuck processes. */
const immediateWithin = 8_000;

/**
 * Stops a server: the orderly way first, then at once (the next start replays the log, nothing acknowledged is lost),
 * and in the end by force.
 */
export const stopPostmaster = async (
  pid: number,
  folder: DataFolder,
  runtime: PostgresRuntime,
  options: StopOptions,
): Promise<'fast' | 'immediate'> => {
  // It may have ended long ago, and its process id may be another program's.
  if (!(await worksIn(pid, folder.cluster))) return 'fast';
  if (process.platform === 'win32') await stopOnWindows(folder, runtime, options);
  else signalProcess(pid, 'SIGINT');
  if (await waitForEnd(pid, options.fastWithin)) return 'fast';
  signalProcess(pid, 'SIGQUIT');
  if (!(await waitForEnd(pid, immediateWithin))) {
    signalProcess(pid, 'SIGKILL');
    await waitForEnd(pid, immediateWithin);
    await endOrphans(folder);
  }
  return 'immediate';
};

/** Ends what a killed server left behind; each of them would end by itself as soon as it waits for something. */
export const endOrphans = async (folder: DataFolder): Promise<void> => {
  for (const pid of findClusterProcesses(folder.cluster)) {
    signalProcess(pid, 'SIGKILL');
    await waitForEnd(pid, 1_000);
  }
};

/** Signals do not exist there: Node would end the process by force. */
const stopOnWindows = async (folder: DataFolder, runtime: PostgresRuntime, options: StopOptions): Promise<void> => {
  const seconds = `${Math.ceil(options.fastWithin / 1_000)}`;
  await runProgram(join(runtime.folder, 'bin', 'pg_ctl'), ['stop', '-D', folder.cluster, '-m', 'fast', '-t', seconds], {
    account: undefined,
    cwd: folder.root,
    timeout: options.fastWithin + 1_000,
  });
};
