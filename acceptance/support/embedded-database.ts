import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** What PostgreSQL itself writes about its running server. */
export const readPostmaster = async (data: string): Promise<{ pid: number; connection: pg.ClientConfig }> => {
  const cluster = join(data, 'postgres');
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  const [pid, , , port, socketFolder] = lines;
  return {
    pid: Number(pid),
    connection: { host: socketFolder ?? '', port: Number(port), user: 'portolan', database: 'portolan' },
  };
};

export interface Writer {
  /** Numbers whose commit was acknowledged. */
  readonly acknowledged: number[];
  /** Resolves when the connection is gone. */
  readonly ended: Promise<void>;
}

/** Commits one row after the other until the connection breaks, and remembers each acknowledged one. */
export const startWriter = async (
  connection: pg.ClientConfig,
  round: number,
  acknowledgeEarly = false,
): Promise<Writer> => {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const acknowledged: number[] = [];
  const write = async () => {
    for (let number = 0; ; number += 1) {
      if (acknowledgeEarly) acknowledged.push(number);
      await client.query('INSERT INTO acknowledged VALUES ($1, $2)', [round, number]);
      if (!acknowledgeEarly) acknowledged.push(number);
    }
  };
  const ended = write().catch(() => undefined);
  return { acknowledged, ended };
};

/** Where the writers write. */
export const createWriterTable = async (connection: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('CREATE TABLE acknowledged (round integer, number integer)');
  await client.end();
};

export const countMissing = async (
  connection: pg.ClientConfig,
  round: number,
  numbers: readonly number[],
): Promise<number> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ number: number }>('SELECT number FROM acknowledged WHERE round = $1', [
      round,
    ]);
    const stored = new Set(rows.map((row) => row.number));
    return numbers.filter((number) => !stored.has(number)).length;
  } finally {
    await client.end();
  }
};
