import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { superuserName } from '../src/platform/database/embedded/endpoint.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/index.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { migrateJobs } from '../src/platform/jobs/index.ts';
import { abandonedPrefix, removeAbandonedServers } from './remove-abandoned-servers.ts';
import { openTestRun, type TestRun } from './test-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testRun: TestRun;
  }
}

/** Nothing here must outlive the run, so nothing waits for the disk. */
const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

interface TestServer {
  readonly connection: pg.ClientConfig;
  close(): Promise<void>;
}

const closers: (() => Promise<void>)[] = [];

/** Vitest calls this once per run, before the first file: one server, one template database with the whole schema. */
export const setup = async (project: TestProject): Promise<void> => {
  const server = await (process.env.DATABASE_URL ? useServer(process.env.DATABASE_URL) : startServer());
  closers.unshift(server.close);
  try {
    const opened = await openTestRun(server.connection, fillTemplate);
    closers.unshift(opened.close);
    project.provide('testRun', opened.run);
  } catch (error) {
    await teardown();
    throw error;
  }
};

export const teardown = async (): Promise<void> => {
  for (const close of closers.splice(0)) await close();
};

const silent = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

const fillTemplate = async (connection: pg.ClientConfig): Promise<void> => {
  await migrate(connection);
  await migrateJobs(connection, silent);
};

const useServer = async (connectionString: string): Promise<TestServer> => {
  // The parts one by one, because a connection string would win over the name of each test's own database.
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString });
  return {
    connection: { host, port, user, password, database, ssl },
    close: async () => undefined,
  };
};

const startServer = async (): Promise<TestServer> => {
  await removeAbandonedServers(tmpdir());
  const folder = await mkdtemp(join(tmpdir(), abandonedPrefix));
  const server = await startEmbeddedPostgres({ dataFolder: folder, onStep: () => undefined, settings: fastSettings });
  await allowMoreDatabases(server.connection);
  return {
    connection: server.connection,
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The server's role owns one database and no more; here it makes one per test file. */
const allowMoreDatabases = async (connection: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client({ ...connection, user: superuserName });
  await client.connect();
  try {
    await client.query(`ALTER ROLE ${pg.escapeIdentifier(connection.user ?? '')} CREATEDB`);
  } finally {
    await client.end();
  }
};
