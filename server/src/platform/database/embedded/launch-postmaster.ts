import { spawn } from 'node:child_process';
import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type DataFolder, giveToFolderOwner } from './data-folder.ts';
import type { DatabaseAccount } from './database-account.ts';
import { DatabaseStartError, diskIsFull } from './database-start-error.ts';
import type { PostgresRuntime } from './postgres-runtime.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { identityOf, programEnvironment } from './run-program.ts';

/** The log is small: only starts, stops and failures of the server are written there. */
const longestLog = 4 * 1024 * 1024;
/** Replaying the log after a crash takes its time; nothing waits longer than this. */
const readyWithin = 600_000;

export interface LaunchInput {
  readonly folder: DataFolder;
  readonly account: DatabaseAccount | undefined;
  readonly runtime: PostgresRuntime;
  readonly parameters: readonly string[];
}

/** `pid`: it is ready. `blocked`: processes of an earlier server still hold the folder, look again. */
export type LaunchResult = { readonly pid: number } | { readonly blocked: 'server' | 'orphans' };

export const launchPostmaster = async (input: LaunchInput): Promise<LaunchResult> => {
  const { folder } = input;
  await rotateLog(folder.log);
  const log = await open(folder.log, 'a', 0o600);
  try {
    await giveToFolderOwner(folder.log, folder.root);
    const { size } = await log.stat();
    const child = startPostmaster(input, log);
    const { pid } = child;
    const over = new AbortController();
    const ended = new Promise<string>((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.on('exit', () => resolve(''));
    }).finally(() => over.abort());
    // Without a pid it was not started at all, and the event tells why.
    const failure = pid === undefined ? await ended : await Promise.race([ended, untilReady(pid, folder, over.signal)]);
    if (failure === undefined && pid !== undefined) return { pid };
    return explain(failure || (await readLogFrom(folder.log, size)), folder);
  } finally {
    await log.close();
  }
};

/**
 * In a session of its own: Ctrl-C in a terminal reaches every process of the foreground group, and the database must
 * outlive the requests that the server still answers. It writes to a file, not to us, and so survives our sudden end.
 */
const startPostmaster = (input: LaunchInput, log: FileHandle) => {
  const child = spawn(join(input.runtime.folder, 'bin', 'postgres'), input.parameters, {
    ...identityOf(input.account),
    cwd: input.folder.cluster,
    env: programEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    windowsHide: true,
  });
  child.unref();
  return child;
};

const untilReady = async (pid: number, folder: DataFolder, over: AbortSignal): Promise<string | undefined> => {
  const deadline = performance.now() + readyWithin;
  while (!over.aborted && performance.now() < deadline) {
    const file = await readPostmasterFile(folder.cluster);
    if (file?.pid === pid && file.status === 'ready') return undefined;
    await wait(5);
  }
  return `it was not ready within ${readyWithin / 60_000} minutes`;
};

const explain = (text: string, folder: DataFolder): LaunchResult => {
  if (/lock file "[^"]+" already exists/.test(text)) return { blocked: 'server' };
  if (text.includes('pre-existing shared memory block')) return { blocked: 'orphans' };
  if (/No space left on device|Disk quota exceeded/.test(text)) throw diskIsFull(folder.root, text);
  const reason = [...text.matchAll(/(?:FATAL|PANIC): +(.+)/g)].at(-1)?.[1] ?? (text.trim() || 'it ended at once');
  throw new DatabaseStartError(
    'notStarted',
    `The database in ${folder.root} did not start: ${reason} (more in ${folder.log}).`,
    text,
  );
};

const rotateLog = async (log: string): Promise<void> => {
  const found = await stat(log).catch(() => undefined);
  if (found !== undefined && found.size > longestLog) await rename(log, `${log}.1`);
};

const readLogFrom = async (log: string, offset: number): Promise<string> =>
  (await readFile(log)).toString('utf8', offset);
