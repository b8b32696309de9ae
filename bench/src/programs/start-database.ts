import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/index.ts';
import { closeOnInterrupt } from './close-on-interrupt.ts';
import { makeFolder } from './make-folder.ts';

export interface BenchDatabase extends AsyncDisposable {
  readonly connection: pg.ClientConfig;
  /** Where BENCH_DATABASE_URL is set: the same place in the form that the product takes. */
  readonly url?: string;
}

/**
 * An empty database for a floor: on the server that BENCH_DATABASE_URL names (its role must be allowed to make
 * databases), otherwise on an embedded one started exactly as the product starts it, syncs and all.
 */
export const startDatabase = async (): Promise<BenchDatabase> => {
  const url = givenServer();
  return await (url === undefined ? startEmbedded() : makeDatabase(url));
};

/** The server to use instead of an embedded one, if any. */
export const givenServer = (): string | undefined => process.env.BENCH_DATABASE_URL || undefined;

const startEmbedded = async (): Promise<BenchDatabase> => {
  const folder = await makeFolder();
  const starting = startEmbeddedPostgres({ dataFolder: folder.path, onStep: () => undefined });
  const close = closeOnInterrupt(async () => {
    await starting.then((server) => server.stop()).finally(() => folder[Symbol.asyncDispose]());
  });
  try {
    return { connection: (await starting).connection, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
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
  const own = new URL(url);
  own.pathname = database;
  return {
    url: own.href,
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
