import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { blobsOf, keyFileOf } from '../data-folder.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { openBlobStore } from '../platform/blobs/index.ts';
import { createLogger } from '../platform/observability/create-logger.ts';
import { openKeyRing } from '../platform/secrets/index.ts';
import { openStore } from './open-store.ts';
import { silentSteps } from './steps.ts';

/** `portolan restore FILE`, into an empty database and an empty object store. */
export const restore = async (config: Config, [given, ...rest]: readonly string[]): Promise<number> => {
  if (given === undefined || rest.length > 0)
    throw new Error('Name the backup to read. Example: portolan restore portolan.backup');
  await mkdir(config.data, { recursive: true, mode: 0o700 });
  const ring = await openKeyRing({
    environmentValue: config.encryptionKeys,
    file: keyFileOf(config),
    whenMissing: 'refuse',
  });
  const store = await openStore(config, silentSteps);
  try {
    const blobs = await openBlobStore(blobsOf(config));
    try {
      const log = createLogger({ level: 'error', format: 'json' });
      const begun = performance.now();
      const summary = await restoreBackup({ connection: store.connection, blobs, ring, log }, resolve(given));
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(
        `Restored ${summary.tables} tables and ${summary.blobs} blobs from ${given} in ${seconds} s.\n`,
      );
      return 0;
    } finally {
      await blobs.close();
    }
  } finally {
    await store.close();
  }
};
