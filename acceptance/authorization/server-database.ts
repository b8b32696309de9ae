import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import pg from 'pg';
import { readPostmaster } from '../support/embedded-database.ts';
import type { Portolan } from '../support/start-portolan.ts';

/** What jobs and mere use change by themselves, and no refused request is to blame for. */
const restless = new Set([
  'audit_chain',
  'audit_pending',
  'job_runners',
  'oidc_records',
  'sign_in_throttles',
  'subscriber_blocks',
  'subscriber_notes',
]);
const restlessColumns = [
  'last_used_at',
  'last_sign_in_at',
  'sealed_content',
  'attempts',
  'last_error',
  'retry_at',
  'finished_at',
  'mailed_at',
];

/** Looks into the database of a server under test, beside the server: what no answer tells must be seen there. */
export interface ServerDatabase {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** A word for the content of each table; the same word means that no row was added, changed or removed. */
  fingerprints(): Promise<Map<string, string>>;
  /** A key pair that the server takes for one of its own older signing keys, to mint tokens that it never would. */
  addSigningKey(): Promise<{ keyId: string; privateKey: KeyObject }>;
  /** Takes it away again: its private half is sealed by nobody, and a server that reads all its keys stops there. */
  removeSigningKey(): Promise<void>;
  /** Goes on with another server that has a copy of the data. */
  follow(next: Portolan): Promise<void>;
  close(): Promise<void>;
}

const connect = async (server: Portolan): Promise<pg.Client> => {
  const url = server.environment.DATABASE_URL;
  const client = new pg.Client(url ? { connectionString: url } : (await readPostmaster(server.data)).connection);
  // Its server may end before it does.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

export const openServerDatabase = async (server: Portolan): Promise<ServerDatabase> => {
  let connected = await connect(server);
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await connected.query<Row>(text, values)).rows;

  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyId = randomUUID();
  const insertSigningKey = async (): Promise<void> => {
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'ES256', use: 'sig' };
    await query(
      `INSERT INTO signing_keys (id, algorithm, state, public_jwk, sealed_private_key, activated_at, retired_at, verifies_until)
       VALUES ($1, 'ES256', 'retired', $2, 'x', now(), now(), now() + interval '1 day')`,
      [keyId, JSON.stringify(jwk)],
    );
  };

  const tables = (
    await query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1`,
    )
  ).flatMap(({ name }) => (restless.has(name) ? [] : [name]));
  const without = `'{${restlessColumns.join(',')}}'::text[]`;
  const words = tables.map(
    (name) =>
      `SELECT '${name}' AS name, (SELECT coalesce(md5(string_agg(r, '' ORDER BY r)), '') FROM
         (SELECT (to_jsonb(t) - ${without}${name === 'mails' ? " - 'state'" : ''})::text AS r FROM "${name}" t) rows) AS word`,
  );
  const statement = words.join(' UNION ALL ');

  return {
    query,
    fingerprints: async () =>
      new Map((await query<{ name: string; word: string }>(statement)).map(({ name, word }) => [name, word])),
    addSigningKey: async () => {
      await insertSigningKey();
      return { keyId, privateKey };
    },
    removeSigningKey: async () => void (await query('DELETE FROM signing_keys WHERE id = $1', [keyId])),
    follow: async (next) => {
      await connected.end();
      connected = await connect(next);
      await insertSigningKey();
    },
    close: async () => await connected.end(),
  };
};

export const changedTables = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after].filter(([name, word]) => before.get(name) !== word).map(([name]) => name);
