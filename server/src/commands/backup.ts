import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { blobsOf } from '../data-folder.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { openBlobStore } from '../platform/blobs/index.ts';
import { openStoreBeside } from './open-store.ts';

/** `portolan backup FILE`, beside a running server or without one. */
export const backup = async (config: Config, [given, ...rest]: readonly string[]): Promise<number> => {
  if (given === undefined || rest.length > 0)
    throw new Error('Name the file to write. Example: portolan backup portolan.backup');
  const file = resolve(given);
  if (await exists(file)) throw new Error(`${given} exists already: a backup is never written over.`);
  const store = await openStoreBeside(config);
  try {
    const blobs = await openBlobStore(blobsOf(config));
    try {
      const begun = performance.now();
      const summary = await writeBackup({ connection: store.connection, blobs, now: () => new Date() }, file);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(`Wrote ${summary.tables} tables and ${summary.blobs} blobs to ${given} in ${seconds} s.\n`);
      process.stdout.write('The encryption key is not in it: keep a copy of that elsewhere.\n');
      return 0;
    } finally {
      await blobs.close();
    }
  } finally {
    await store.close();
  }
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
