import { mkdir } from 'node:fs/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { migrate } from '../platform/database/index.ts';
import { type Steps, silentSteps } from './steps.ts';

export interface Store {
  readonly connection: pg.ClientConfig;
  close(): Promise<void>;
}

const oldestServer = 150_000;

/** The database of this installation, started where it is the embedded one. Its schema is not looked at yet. */
export const openStore = async (config: Config, steps: Steps): Promise<Store> =>
  await steps.run('database', async (note) => {
    if (config.databaseUrl !== undefined) {
      const connection: pg.ClientConfig = { connectionString: config.databaseUrl };
      const version = await readServerVersion(connection);
      note(`PostgreSQL ${Math.floor(version / 10_000)} at DATABASE_URL`);
      return { connection, close: async () => undefined };
    }
    await mkdir(config.data, { recursive: true, mode: 0o700 });
    note('embedded PostgreSQL in the data folder');
    const server = await startEmbeddedPostgres({ dataFolder: config.data, onStep: note });
    return { connection: server.connection, close: server.stop };
  });

const readServerVersion = async (connection: pg.ClientConfig): Promise<number> => {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; encoding: string }>(
      "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
    );
    const [row] = rows;
    if (row === undefined || row.version < oldestServer) throw new Error('it is older than PostgreSQL 15');
    if (row.encoding !== 'UTF8') throw new Error(`its encoding is ${row.encoding}, and Portolan needs UTF8`);
    return row.version;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `DATABASE_URL names a database that cannot be used: ${reason}. Example: DATABASE_URL=postgres://user:password@host:5432/portolan`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const migrateStore = async (store: Store, steps: Steps): Promise<number> =>
  await steps.run('schema', async (note) => {
    const applied = await migrate(store.connection);
    note(applied === 0 ? 'up to date' : `${applied} ${applied === 1 ? 'step' : 'steps'} applied`);
    return applied;
  });

/** The same, for a command that may run beside the server: an embedded database that is up is used as it is. */
export const openStoreBeside = async (config: Config): Promise<Store> => {
  const running = config.databaseUrl === undefined ? await findEmbeddedPostgres(config.data) : undefined;
  return running === undefined
    ? await openStore(config, silentSteps)
    : { connection: running, close: async () => undefined };
};
