import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BlobStore } from '../blobs/index.ts';
import { migrate } from '../database/index.ts';
import { AppError } from '../errors/app-error.ts';
import { type JobLog, migrateJobs } from '../jobs/index.ts';
import { type KeyRing, refuseForeignKeys } from '../secrets/index.ts';
import type { BackupManifest, EntryHeader } from './archive-format.ts';
import { readArchive } from './archive-reader.ts';
import { listTables, quoted, tableName } from './list-tables.ts';
import type { BackupSummary } from './write-backup.ts';

export interface RestoreDeps {
  readonly connection: pg.ClientConfig;
  readonly blobs: BlobStore;
  readonly ring: KeyRing;
  readonly log: JobLog;
}

/**
 * Fills an empty installation from a backup. Everything that could speak against it is looked at before anything is
 * written: the whole file, the key, the emptiness of database and object store. A failure afterwards leaves both empty.
 */
export const restoreBackup = async (deps: RestoreDeps, file: string): Promise<BackupSummary> => {
  const manifest = await checkArchive(file);
  refuseForeignKeys(deps.ring, manifest.keyFingerprints);
  await refuseFullDatabase(deps.connection);
  await refuseFullStore(deps.blobs);
  const last = manifest.migrations.at(-1)?.version ?? 0;
  await migrate(deps.connection, { upTo: last, expected: manifest.migrations });
  await migrateJobs(deps.connection, deps.log);
  const stored: string[] = [];
  try {
    const summary = await loadArchive(deps, file, stored);
    await migrate(deps.connection);
    return summary;
  } catch (error) {
    for (const key of stored) await deps.blobs.delete(key).catch(() => undefined);
    throw error;
  }
};

/** Reads the whole file once, so that a damaged one is refused before anything is written. */
const checkArchive = async (file: string): Promise<BackupManifest> => {
  let manifest: BackupManifest | undefined;
  for await (const entry of readArchive(file)) {
    manifest ??= entry.header.kind === 'manifest' ? entry.header : undefined;
    if (manifest === undefined) break;
    for await (const _ of entry.body);
  }
  if (manifest !== undefined) return manifest;
  throw new AppError('invalid', 'backup.damaged', 'This file is not a whole Portolan backup: it has no manifest.');
};

const refuseFullDatabase = async (connection: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client({
    ...connection,
    application_name: 'portolan restore',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker') LIMIT 1`,
    );
    if (rows.length === 0) return;
    throw new AppError(
      'conflict',
      'restore.database-not-empty',
      'The database has tables already. Restore only into an empty database.',
    );
  } finally {
    await client.end();
  }
};

const refuseFullStore = async (blobs: BlobStore): Promise<void> => {
  for await (const _ of blobs.list()) {
    throw new AppError(
      'conflict',
      'restore.store-not-empty',
      'The object store holds blobs already. Restore only into an empty one.',
    );
  }
};

const loadArchive = async (deps: RestoreDeps, file: string, stored: string[]): Promise<BackupSummary> => {
  const client = new pg.Client({
    ...deps.connection,
    application_name: 'portolan restore',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query('BEGIN');
    const tables = (await listTables(client)).map(tableName);
    // Rows come with what triggers would add to them, and the migrations' own first rows are part of the backup too.
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${tables.join(', ')}`);
    const summary = await loadEntries(deps, client, file, stored);
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query('COMMIT');
    return summary;
  } finally {
    await client.end();
  }
};

const loadEntries = async (
  deps: RestoreDeps,
  client: pg.Client,
  file: string,
  stored: string[],
): Promise<BackupSummary> => {
  let summary = { tables: 0, blobs: 0 };
  for await (const { header, body } of readArchive(file)) {
    if (header.kind === 'blob') {
      stored.push(header.key);
      await deps.blobs.put(header.key, body, { size: header.size });
    } else if (header.kind === 'table') {
      const columns = header.columns.map(quoted).join(', ');
      await pipeline(body, client.query(copyFrom(`COPY ${tableName(header)} (${columns}) FROM STDIN`)));
    } else if (header.kind === 'sequence') {
      await setSequence(client, header);
    } else if (header.kind === 'end') {
      summary = { tables: header.tables, blobs: header.blobs };
    }
  }
  return summary;
};

const setSequence = async (client: pg.Client, header: Extract<EntryHeader, { kind: 'sequence' }>): Promise<void> => {
  const name = `${quoted(header.schema)}.${quoted(header.sequence)}`;
  await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [name, header.lastValue, header.isCalled]);
};
