import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from './run-program.ts';

/** Whether a process still runs. One that ended but was not collected by its parent (as in bare containers) does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return process.platform !== 'linux' || !isZombie(pid);
};

/**
 * Whether this process is PostgreSQL at work in this very folder: a process id in a file that a crash left behind may
 * belong to any other program by now. PostgreSQL always works with its folder as the current one.
 */
export const worksIn = async (pid: number, cluster: string): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return hasCurrentFolder(pid, cluster);
  if (process.platform === 'win32') return true;
  const { output } = await runProgram('ps', ['-o', 'command=', '-p', `${pid}`], {
    account: undefined,
    cwd: '/',
    timeout: 5_000,
  });
  return output.includes('postgres') && output.includes(cluster);
};

/** Processes of a server whose first process was killed: PostgreSQL will not start again before they are gone. */
export const findClusterProcesses = (cluster: string): number[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((pid) => pid !== process.pid && hasCurrentFolder(pid, cluster))
    : [];

/** Waits until the process has ended; false when it still runs after that time. */
export const waitForEnd = async (pid: number, milliseconds: number): Promise<boolean> => {
  const deadline = performance.now() + milliseconds;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await wait(10);
  }
  return true;
};

export const signalProcess = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
};

const hasCurrentFolder = (pid: number, cluster: string): boolean => {
  try {
    const current = statSync(`/proc/${pid}/cwd`);
    const expected = statSync(cluster);
    const program = basename(readlinkSync(`/proc/${pid}/exe`));
    return current.ino === expected.ino && current.dev === expected.dev && /^postgres( \(deleted\))?$/.test(program);
  } catch {
    return false;
  }
};

const isZombie = (pid: number): boolean => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return ['Z', 'X'].includes(text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3));
  } catch {
    return true;
  }
};
