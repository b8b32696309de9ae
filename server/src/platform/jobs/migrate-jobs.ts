import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { forwardLog, type JobLog } from './forward-log.ts';
import { jobSchema } from './job-schema.ts';

/** Any number that nobody else uses: whoever holds this advisory lock may change the schema of the jobs. */
const schemaLock = 7_305_108_115;

/** Brings the tables of the job queue up to date. Several nodes may call it at once, one does the work. */
export const migrateJobs = async (connection: pg.ClientConfig, log: JobLog): Promise<void> => {
  const lock = new pg.Client({ ...connection, application_name: 'portolan migrate', connectionTimeoutMillis: 10_000 });
  lock.on('error', (error) => log.error({ err: error }, 'The connection that guards the job schema broke'));
  const pgPool = new pg.Pool({
    ...connection,
    max: 1,
    application_name: 'portolan migrate',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    lock_timeout: 30_000,
  });
  const onError = (error: Error) => log.error({ err: error }, 'A connection for the job schema broke');
  pgPool.on('error', onError);
  pgPool.on('connect', (client) => client.on('error', onError));
  try {
    await lock.connect();
    await lock.query("SET lock_timeout = '120s'");
    await lock.query('SELECT pg_advisory_lock($1)', [schemaLock]);
    await runMigrations({ pgPool, schema: jobSchema, logger: forwardLog(log) });
  } finally {
    await pgPool.end();
    await lock.end();
  }
};
