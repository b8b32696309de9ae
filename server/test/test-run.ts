import { randomInt } from 'node:crypto';
import pg from 'pg';

/** What each test file needs to make its own database. */
export interface TestRun {
  readonly server: pg.ClientConfig;
  /** The database with the whole schema. Nobody may connect to it any more, so that it can be copied at any time. */
  readonly template: string;
  /** The names of this run's databases begin with it. */
  readonly prefix: string;
}

const family = 'portolan_test_';
/** The first half of the advisory locks that mark live runs; the second half is the run's number. */
const runLocks = 1_886_415_220;

/** Starts a run on a server that others may use at the same time. A run lives as long as its advisory lock is held. */
export const openTestRun = async (
  server: pg.ClientConfig,
  fill: (connection: pg.ClientConfig) => Promise<unknown>,
): Promise<{ readonly run: TestRun; close(): Promise<void> }> => {
  const id = randomInt(2 ** 31 - 1);
  const run: TestRun = { server, template: `${family}${id}_template`, prefix: `${family}${id}_` };
  const lease = new pg.Client({ ...server, keepAlive: true, connectionTimeoutMillis: 10_000 });
  lease.on('error', () => undefined);
  await lease.connect();
  const close = async () => {
    await dropDatabases(lease, id).finally(async () => await lease.end());
  };
  try {
    await lease.query('SELECT pg_advisory_lock($1, $2)', [runLocks, id]);
    await removeAbandonedRuns(lease);
    await createTemplate(lease, run, fill);
  } catch (error) {
    await close();
    throw error;
  }
  return { run, close };
};

const createTemplate = async (
  lease: pg.Client,
  run: TestRun,
  fill: (connection: pg.ClientConfig) => Promise<unknown>,
): Promise<void> => {
  const template = pg.escapeIdentifier(run.template);
  const version = await lease.query<{ number: number }>("SELECT current_setting('server_version_num')::int AS number");
  await lease
    .query(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8' ${localeOf(version.rows[0]?.number ?? 0)}`)
    .catch(explainForbidden);
  await fill({ ...run.server, database: run.template });
  await lease.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
};

/** The order of text is that of the embedded server: by code point. PostgreSQL has it built in since 17. */
const localeOf = (version: number): string =>
  version >= 170_000 ? "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'" : "LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'";

/** Runs that were killed hold no lock any more: whoever gets it may remove their databases. */
const removeAbandonedRuns = async (lease: pg.Client): Promise<void> => {
  for (const id of await listRuns(lease)) {
    const { rows } = await lease.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS free', [
      runLocks,
      id,
    ]);
    if (rows[0]?.free !== true) continue;
    await dropDatabases(lease, id);
    await lease.query('SELECT pg_advisory_unlock($1, $2)', [runLocks, id]);
  }
};

const listRuns = async (lease: pg.Client): Promise<number[]> => {
  const { rows } = await lease.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname LIKE $1', [
    `${family.replaceAll('_', '\\_')}%`,
  ]);
  return [...new Set(rows.map(({ datname }) => Number.parseInt(datname.slice(family.length), 10)))].filter(
    Number.isSafeInteger,
  );
};

const dropDatabases = async (lease: pg.Client, id: number): Promise<void> => {
  const { rows } = await lease.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [`${family}${id}_`],
  );
  for (const { datname } of rows) {
    await lease.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(datname)} WITH (FORCE)`);
  }
};

const explainForbidden = (error: unknown): never => {
  if (error instanceof pg.DatabaseError && error.code === '42501') {
    throw new Error('The tests make a database per file: DATABASE_URL must name a role with CREATEDB.', {
      cause: error,
    });
  }
  throw error;
};
