import { CamelCasePlugin, Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StalledQueryClient } from './stalled-query-client.ts';
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

interface Timeouts {
  readonly statement: number;
  readonly query: number;
  readonly lock: number;
  readonly idleInTransaction: number;
}

// The client-side query timeout is what ends a silent partition: no packet ever says that the server is gone.
// Together with the time to connect again it keeps an error within five seconds (goal R2).
const mainTimeouts: Timeouts = { statement: 3_800, query: 4_300, lock: 3_000, idleInTransaction: 10_000 };
const longTimeouts: Timeouts = { statement: 30_000, query: 32_000, lock: 30_000, idleInTransaction: 60_000 };
const connectTimeout = 3_000;

export const openDatabase = (options: DatabaseOptions): DatabaseConnections => {
  const main = createPool(options, options.poolSize, mainTimeouts, 'portolan');
  const longWork = createPool(options, options.longPoolSize, longTimeouts, 'portolan long work');
  const handles = { main: createHandle(main), longWork: createHandle(longWork) };
  return {
    ...handles,
    pools: { main, longWork },
    close: async () => {
      await Promise.all([handles.main.destroy(), handles.longWork.destroy()]);
    },
  };
};

const createPool = (options: DatabaseOptions, size: number, timeouts: Timeouts, name: string): pg.Pool => {
  const pool = new pg.Pool({
    ...options.connection,
    Client: StalledQueryClient,
    max: size,
    application_name: name,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: timeouts.statement,
    query_timeout: timeouts.query,
    lock_timeout: timeouts.lock,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  // Without a listener the loss of a connection, idle or between two statements of a transaction, would end the process.
  pool.on('connect', (client) => client.on('error', options.onError));
  // The pool repeats what an idle connection has told already.
  pool.on('error', () => undefined);
  return pool;
};

// Keys inside jsonb are data, not column names: they must come back as they went in.
const createHandle = (pool: pg.Pool): Database =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
