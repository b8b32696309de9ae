import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/** Linux counts processor time in hundredths of a second, whatever the clock of its kernel. */
const ticksPerSecond = 100;

interface ProcessTimes {
  readonly parent: number;
  readonly ticks: number;
}

/**
 * Seconds of processor time that processes and all that they started have spent so far, those that ended included.
 * Unlike throughput it says the same on a machine that others use too. Linux only.
 */
export const readProcessorSeconds = async (pids: readonly number[]): Promise<number> => {
  const all = new Map<number, ProcessTimes>();
  for (const name of await readdir('/proc')) {
    const times = /^\d+$/.test(name) ? await readTimes(name) : undefined;
    if (times !== undefined) all.set(Number(name), times);
  }
  const wanted = new Set(pids);
  for (let size = 0; size < wanted.size; ) {
    size = wanted.size;
    for (const [pid, { parent }] of all) if (wanted.has(parent)) wanted.add(pid);
  }
  const ticks = [...wanted].reduce((sum, pid) => sum + (all.get(pid)?.ticks ?? 0), 0);
  return ticks / ticksPerSecond;
};

/** Times of a process itself and of its children that have ended; undefined when it ended meanwhile. */
const readTimes = async (pid: string): Promise<ProcessTimes | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program stands in parentheses and may hold spaces.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0);
  return { parent: Number(fields[1]), ticks };
};

/** The process that all processes of a PostgreSQL on this machine descend from. */
export const findPostmaster = async (connection: pg.ClientConfig): Promise<number> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const times = await readTimes(String(rows[0]?.pid));
    if (times === undefined) throw new Error('The database does not run on this machine.');
    return times.parent;
  } finally {
    await client.end();
  }
};
