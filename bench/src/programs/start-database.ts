import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/index.ts';
import { closeOnInterrupt } from './close-on-interrupt.ts';

export interface BenchDatabase extends AsyncDisposable {
  readonly connection: pg.ClientConfig;
}

/**
 * An empty database for a floor: on the server that BENCH_DATABASE_URL names (its role must be allowed to make
 * databases), otherwise on an embedded one started exactly as the product starts it, syncs and all.
 */
export const startDatabase = async (): Promise<BenchDatabase> => {
  const url = process.env.BENCH_DATABASE_URL;
  return await (url === undefined || url === '' ? startEmbedded() : makeDatabase(url));
};

const startEmbedded = async (): Promise<BenchDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-bench-'));
  const server = await startEmbeddedPostgres({ dataFolder: folder, onStep: () => undefined });
  return {
    connection: server.connection,
    [Symbol.asyncDispose]: closeOnInterrupt(async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }),
  };
};

const makeDatabase = async (url: string): Promise<BenchDatabase> => {
  const { host, port, user, password, ssl } = new pg.Client({ connectionString: url });
  const database = `portolan_bench_${process.pid}_${Date.now()}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  return {
    connection: { host, port, user, ...(typeof password === 'string' ? { password } : {}), ssl, database },
    [Symbol.asyncDispose]: closeOnInterrupt(
      async () => await run(`DROP DATABASE ${pg.escapeIdentifier(database)} WITH (FORCE)`),
    ),
  };
};

/** As PostgreSQL gives it, such as `18.4`. */
export const readDatabaseVersion = async (connection: pg.ClientConfig): Promise<string> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version.split(' ')[0] ?? 'unknown';
  } finally {
    await client.end();
  }
};
