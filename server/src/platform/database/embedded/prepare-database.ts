import pg from 'pg';
import { connectionTo, databaseName, type Endpoint, roleName, superuserName } from './endpoint.ts';

/**
 * Makes the server's role and database where they are missing. That is looked up on each start and not only on the
 * first, which may have been killed before it came here.
 */
export const prepareDatabase = async (endpoint: Endpoint, adopted: boolean): Promise<void> => {
  const client = new pg.Client({
    ...connectionTo(endpoint),
    user: superuserName,
    database: 'postgres',
    application_name: 'portolan launcher',
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  await client.connect();
  try {
    if (adopted) await endForeignSessions(client);
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
      [roleName, databaseName],
    );
    const password = endpoint.kind === 'tcp' ? ` PASSWORD ${pg.escapeLiteral(endpoint.password)}` : '';
    if (rows[0]?.role === false) await client.query(`CREATE ROLE ${roleName} LOGIN${password}`);
    if (rows[0]?.database === false) await client.query(`CREATE DATABASE ${databaseName} OWNER ${roleName}`);
  } finally {
    await client.end();
  }
};

/**
 * Ends the sessions of a killed program. We hold the folder's lock, so nobody else works here: a statement of theirs
 * must not commit after the next program has looked at the data.
 */
const endForeignSessions = async (client: pg.Client): Promise<void> => {
  await client.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
};
