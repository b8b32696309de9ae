import { CamelCasePlugin, Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { createPool, type Timeouts } from './create-pool.ts';
import type { Tables } from './tables.generated.ts';

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;
/** A store function reads or writes through either: the caller decides whether it stands in a transaction. */
export type Handle = Database | Transaction;

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  /** Connections for ordinary requests. */
  readonly poolSize: number;
  /** Connections for deployments and other long work, kept apart so that waiting there never stalls a read. */
  readonly longPoolSize: number;
  readonly onError: (error: Error) => void;
}

export interface DatabaseConnections {
  readonly main: Database;
  readonly longWork: Database;
  readonly pools: { readonly main: pg.Pool; readonly longWork: pg.Pool };
  close(): Promise<void>;
}

// The client-side query timeout is what ends a silent partition: no packet ever says that the server is gone.
// Together with the time to connect again it keeps an error within five seconds (goal R2).
const mainTimeouts: Timeouts = { statement: 3_800, query: 4_300, lock: 3_000, idleInTransaction: 10_000 };
const longTimeouts: Timeouts = { statement: 30_000, query: 32_000, lock: 30_000, idleInTransaction: 60_000 };

export const openDatabase = (options: DatabaseOptions): DatabaseConnections => {
  const { connection, onError } = options;
  const main = createPool({ connection, name: 'portolan', size: options.poolSize, timeouts: mainTimeouts, onError });
  const longWork = createPool({
    connection,
    name: 'portolan long work',
    size: options.longPoolSize,
    timeouts: longTimeouts,
    onError,
  });
  const handles = { main: createHandle(main), longWork: createHandle(longWork) };
  return {
    ...handles,
    pools: { main, longWork },
    close: async () => {
      // Not through the handles: they leave a pool open that they have not used themselves.
      await Promise.all([main.end(), longWork.end()]);
    },
  };
};

// Keys inside jsonb are data, not column names: they must come back as they went in.
const createHandle = (pool: pg.Pool): Database =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
