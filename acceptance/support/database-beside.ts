import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A fresh database on the server that DATABASE_URL names, or undefined where the embedded one is to be used. */
export const createDatabaseBeside = async (): Promise<{ url: string; drop(): Promise<void> } | undefined> => {
  const server = process.env.DATABASE_URL;
  if (server === undefined || server === '') return undefined;
  const name = `portolan_acceptance_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
};

const execute = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
