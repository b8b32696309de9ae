import pg from 'pg';
import { StalledQueryClient } from './stalled-query-client.ts';

export interface PoolOptions {
  readonly connection: pg.ClientConfig;
  readonly name: string;
  readonly size: number;
  readonly timeouts: Timeouts;
  /** Hears of every connection that was lost, in use or not. The pool replaces it by itself. */
  readonly onError: (error: Error) => void;
}

/** In milliseconds. */
export interface Timeouts {
  readonly statement: number;
  readonly query: number;
  readonly lock: number;
  readonly idleInTransaction: number;
}

/** A pool whose waits all have an end. */
export const createPool = ({ connection, name, size, timeouts, onError }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    ...connection,
    Client: StalledQueryClient,
    max: size,
    application_name: name,
    connectionTimeoutMillis: 3_000,
    statement_timeout: timeouts.statement,
    query_timeout: timeouts.query,
    lock_timeout: timeouts.lock,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  // Without a listener the loss of a connection, idle or between two statements of a transaction, would end the process.
  // A pool that has been ended still parts with its connections: that the database stops meanwhile is no trouble.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (!pool.ending) onError(error);
    }),
  );
  // The pool repeats what an idle connection has told already, and never tells of one in use.
  pool.on('error', () => undefined);
  return pool;
};
