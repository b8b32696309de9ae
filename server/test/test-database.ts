import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  readonly connection: pg.ClientConfig;
  drop(): Promise<void>;
}

/** Somebody looks at the template just now (object_in_use), or there are too many sessions for a moment. */
const passing: readonly (string | undefined)[] = ['55006', '53300'];
const patience = 30_000;

/** A database of its own for a test file, with the whole schema and no rows: a copy of the run's template. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const { server, template, prefix } = inject('testRun');
  const name = `${prefix}${randomUUID().slice(0, 18).replaceAll('-', '')}`;
  const copy = `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}`;
  await untilItPasses(async () => await runOn(server, copy));
  return {
    connection: { ...server, database: name },
    drop: async () => {
      const statement = `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`;
      await untilItPasses(async () => await runOn(server, statement));
    },
  };
};

const runOn = async (server: pg.ClientConfig, statement: string): Promise<void> => {
  const client = new pg.Client({ ...server, connectionTimeoutMillis: 20_000, query_timeout: 60_000 });
  // DROP ... WITH (FORCE) of another file must never end this process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const untilItPasses = async (attempt: () => Promise<void>): Promise<void> => {
  const started = performance.now();
  for (let pause = 10; ; pause = Math.min(pause * 2, 500)) {
    try {
      await attempt();
      return;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (!passing.includes(code) || performance.now() - started > patience) throw error;
      await wait(pause);
    }
  }
};
