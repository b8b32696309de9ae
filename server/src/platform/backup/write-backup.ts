import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BlobStore } from '../blobs/index.ts';
import { portolanVersion } from '../settings/version.ts';
import type { BackupManifest } from './archive-format.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { listTables, quoted, type TableToCopy, tableName } from './list-tables.ts';

export interface BackupDeps {
  readonly connection: pg.ClientConfig;
  readonly blobs: BlobStore;
  readonly now: () => Date;
}

export interface BackupSummary {
  readonly tables: number;
  readonly blobs: number;
}

/**
 * Copies all tables as they stand at one moment, and all blobs. The snapshot is taken before the blobs are listed:
 * bytes are stored before their row is written and deleted long after, so every row finds its blob.
 */
export const writeBackup = async (deps: BackupDeps, file: string): Promise<BackupSummary> => {
  const archive = await createArchive(file);
  const client = new pg.Client({
    ...deps.connection,
    application_name: 'portolan backup',
    connectionTimeoutMillis: 10_000,
  });
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await archive.add(await readManifest(client, deps.now()));
    const blobs = await copyBlobs(deps.blobs, archive);
    const tables = await listTables(client);
    for (const table of tables) await copyTable(client, table, archive);
    await copySequences(client, archive);
    await client.query('COMMIT');
    await archive.add({ kind: 'end', tables: tables.length, blobs });
    await archive.finish();
    return { tables: tables.length, blobs };
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const readManifest = async (client: pg.Client, now: Date): Promise<BackupManifest> => {
  const migrations = await client.query<BackupManifest['migrations'][number]>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  const keys = await client.query<{ fingerprint: string }>(
    'SELECT fingerprint FROM encryption_keys ORDER BY fingerprint',
  );
  return {
    kind: 'manifest',
    portolan: portolanVersion,
    createdAt: now.toISOString(),
    migrations: migrations.rows,
    keyFingerprints: keys.rows.map((row) => row.fingerprint),
  };
};

const copyTable = async (client: pg.Client, table: TableToCopy, archive: ArchiveWriter): Promise<void> => {
  const columns = table.columns.map(quoted).join(', ');
  const rows = client.query(copyTo(`COPY ${tableName(table)} (${columns}) TO STDOUT`));
  const { schema, table: name } = table;
  await archive.add({ kind: 'table', schema, table: name, columns: table.columns }, rows);
};

const copySequences = async (client: pg.Client, archive: ArchiveWriter): Promise<void> => {
  const { rows } = await client.query<{ schema: string; sequence: string }>(
    `SELECT schemaname AS schema, sequencename AS sequence FROM pg_sequences
     WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 1, 2`,
  );
  for (const { schema, sequence } of rows) {
    const { rows: state } = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${quoted(schema)}.${quoted(sequence)}`,
    );
    const [now] = state;
    if (now === undefined) continue;
    await archive.add({ kind: 'sequence', schema, sequence, lastValue: now.last_value, isCalled: now.is_called });
  }
};

const copyBlobs = async (blobs: BlobStore, archive: ArchiveWriter): Promise<number> => {
  let copied = 0;
  for await (const entry of blobs.list()) {
    if (entry.kind !== 'blob') continue;
    const content = await blobs.get(entry.key);
    // Deleted since it was listed: no row of the snapshot needs it.
    if (content === undefined) continue;
    await archive.add({ kind: 'blob', key: entry.key, size: content.length }, content.body);
    copied += 1;
  }
  return copied;
};
