import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const shippedFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Any number that nobody else uses: whoever holds this advisory lock may change the schema. */
const schemaLock = 7_305_108_114;

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export interface AppliedStep {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

export interface MigrateOptions {
  readonly folder?: string;
  readonly onStep?: (text: string) => void;
  /** Stops after this version: a backup is loaded into the schema that it was taken from. */
  readonly upTo?: number;
  /** Steps that some other place, such as a backup, was made with; refused when ours differ. */
  readonly expected?: readonly AppliedStep[];
}

/** Brings the schema up to date. Forward only; several nodes may call it at once, one does the work. */
export const migrate = async (connection: pg.ClientConfig, options: MigrateOptions = {}): Promise<number> => {
  const { upTo = Number.MAX_SAFE_INTEGER, expected = [] } = options;
  const migrations = await readMigrations(options.folder ?? shippedFolder);
  refuseOtherSteps(migrations, expected);
  const client = new pg.Client({
    ...connection,
    application_name: 'portolan migrate',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query("SET lock_timeout = '120s'");
    await client.query('SELECT pg_advisory_lock($1)', [schemaLock]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         version integer CONSTRAINT schema_migrations_pkey PRIMARY KEY,
         name text NOT NULL,
         checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    const pending = (await findPending(client, migrations)).filter(({ version }) => version <= upTo);
    for (const migration of pending) {
      options.onStep?.(`schema ${migration.name}`);
      await apply(client, migration);
    }
    return pending.length;
  } finally {
    await client.end();
  }
};

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { version: Number.parseInt(file, 10), name: file.replace(/\.sql$/, ''), text, checksum };
    }),
  );
};

const findPending = async (client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> => {
  const { rows } = await client.query<AppliedStep>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  refuseOtherSteps(migrations, rows);
  const applied = new Set(rows.map((row) => row.version));
  return migrations.filter((migration) => !applied.has(migration.version));
};

const refuseOtherSteps = (migrations: readonly Migration[], applied: readonly AppliedStep[]): void => {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const step of applied) {
    const migration = known.get(step.version);
    if (migration === undefined) {
      throw new Error(
        `The data has the schema step ${step.name}, which this Portolan does not know: it was last used by a newer version.`,
      );
    }
    if (migration.checksum !== step.checksum) {
      throw new Error(
        `The schema step ${step.name} differs from the one that this data was made with: a landed migration must never be edited.`,
      );
    }
  }
};

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
  await client.query('BEGIN');
  try {
    await client.query(migration.text);
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(
      `The schema step ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
};
