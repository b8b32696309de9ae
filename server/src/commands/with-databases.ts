import type { Config } from '../config.ts';
import { keyFileOf } from '../data-folder.ts';
import { type DatabaseConnections, openDatabase } from '../platform/database/index.ts';
import { type KeyRing, openKeyRing } from '../platform/secrets/index.ts';
import { openStoreBeside } from './open-store.ts';

/** Keys and database of an installation for a command that may run beside its server; closed when the command is done. */
export const withDatabases = async <Result>(
  config: Config,
  use: (databases: DatabaseConnections, ring: KeyRing) => Promise<Result>,
): Promise<Result> => {
  const ring = await openKeyRing({
    environmentValue: config.encryptionKeys,
    file: keyFileOf(config),
    whenMissing: 'refuse',
  });
  const store = await openStoreBeside(config);
  try {
    const { connection } = store;
    const databases = openDatabase({ connection, poolSize: 2, longPoolSize: 1, onError: () => undefined });
    try {
      return await use(databases, ring);
    } finally {
      await databases.close();
    }
  } finally {
    await store.close();
  }
};
