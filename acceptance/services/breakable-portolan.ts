import { join } from 'node:path';
import pg from 'pg';
import { readPostmaster } from '../support/embedded-database.ts';
import { type Portolan, startPortolan } from '../support/start-portolan.ts';
import { openDatabaseProxy } from './database-proxy.ts';

export interface BreakablePortolan {
  readonly server: Portolan;
  /** Runs with the way to the database cut. */
  withoutDatabase<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs while the tables have other names than the server knows: a mistake of an operator, which nobody foresees. */
  withoutTables<Result>(work: () => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

const database = 'breakable';

/** A server whose database is another one's embedded PostgreSQL, behind a proxy, so that tests can take it away. */
export const startBreakablePortolan = async (): Promise<BreakablePortolan> => {
  const host = await startPortolan({ environment: { DATABASE_URL: '', PORTOLAN_LOG_LEVEL: 'error' } });
  const { connection } = await readPostmaster(host.data);
  const execute = async (statement: string, place: pg.ClientConfig): Promise<void> => {
    const client = new pg.Client(place);
    await client.connect();
    await client.query(statement).finally(async () => await client.end());
  };
  const asOperator = { ...connection, user: 'postgres' };
  await execute(`CREATE DATABASE ${database} OWNER ${connection.user}`, asOperator);
  const proxy = await openDatabaseProxy(join(String(connection.host), `.s.PGSQL.${connection.port}`));
  const DATABASE_URL = `postgres://${connection.user}@127.0.0.1:${proxy.port}/${database}`;
  const server = await startPortolan({ environment: { DATABASE_URL, PORTOLAN_LOG_LEVEL: 'error' } });
  const inside = { ...asOperator, database };
  return {
    server,
    withoutDatabase: async (work) => {
      proxy.cut();
      return await work().finally(() => proxy.mend());
    },
    withoutTables: async (work) => {
      await execute('ALTER SCHEMA public RENAME TO elsewhere', inside);
      return await work().finally(async () => await execute('ALTER SCHEMA elsewhere RENAME TO public', inside));
    },
    remove: async () => {
      await server.remove();
      await proxy.close();
      await host.remove();
    },
  };
};
