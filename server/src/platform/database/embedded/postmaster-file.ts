import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What PostgreSQL writes into postmaster.pid, line by line, while it starts. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly status: 'starting' | 'stopping' | 'ready' | 'standby' | 'unknown';
}

const states = ['starting', 'stopping', 'ready', 'standby'] as const;

export const parsePostmasterFile = (text: string): PostmasterFile | undefined => {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  return {
    pid,
    port: Number(lines[3]) || 0,
    socketFolder: lines[4] ?? '',
    status: states.find((state) => state === lines[7]) ?? 'unknown',
  };
};

export const postmasterPath = (cluster: string): string => join(cluster, 'postmaster.pid');

export const readPostmasterFile = async (cluster: string): Promise<PostmasterFile | undefined> => {
  const text = await readFile(postmasterPath(cluster), 'utf8').catch(() => '');
  return parsePostmasterFile(text);
};
