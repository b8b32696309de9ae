import { mkdir } from 'node:fs/promises';
import { ensureFirstAdministrator } from '../accounts/index.ts';
import { type Config, publicUrlOf } from '../config.ts';
import { keyFileOf } from '../data-folder.ts';
import { ensurePlatformRegistrations } from '../identity/applications/index.ts';
import { openDatabase } from '../platform/database/index.ts';
import { migrateJobs } from '../platform/jobs/index.ts';
import { createLogger } from '../platform/observability/create-logger.ts';
import { createSecretBox, openKeyRing, openPasswordHasher } from '../platform/secrets/index.ts';
import { migrateStore, openStore, type Store } from './open-store.ts';
import { rememberKeys } from './remember-keys.ts';
import type { Steps } from './steps.ts';

export interface PreparedInstallation {
  readonly store: Store;
  /** How to sign in, on the very first start only. */
  readonly administrator: string | undefined;
}

/** Everything that happens once per start and not once per process: keys, database, schema, the first administrator. */
export const prepareInstallation = async (config: Config, steps: Steps): Promise<PreparedInstallation> => {
  const ring = await steps.run('keys', async (note) => {
    await mkdir(config.data, { recursive: true, mode: 0o700 });
    const opened = await openKeyRing({ environmentValue: config.encryptionKeys, file: keyFileOf(config) });
    note(config.encryptionKeys === undefined ? 'from the data folder' : 'from PORTOLAN_ENCRYPTION_KEYS');
    return opened;
  });
  const store = await openStore(config, steps);
  try {
    await migrateStore(store, steps);
    await migrateJobs(store.connection, createLogger({ level: 'error', format: 'json' }));
    const databases = openDatabase({
      connection: store.connection,
      poolSize: 2,
      longPoolSize: 1,
      onError: () => undefined,
    });
    try {
      await rememberKeys(databases.main, ring);
      const administrator = await steps.run('accounts', async (note) => {
        const deps = { database: databases.main, box: createSecretBox(ring), passwords: await openPasswordHasher() };
        await ensurePlatformRegistrations({ ...deps, publicUrl: publicUrlOf(config) });
        const made = await ensureFirstAdministrator(deps, { email: config.adminEmail, password: config.adminPassword });
        note(made.created ? `first administrator ${made.email}` : 'ready');
        return made.created ? describeSignIn(made.email, made.generatedPassword) : undefined;
      });
      return { store, administrator };
    } finally {
      await databases.close();
    }
  } catch (error) {
    await store.close();
    throw error;
  }
};

const describeSignIn = (email: string, generatedPassword: string | undefined): string =>
  generatedPassword === undefined
    ? `Sign in as ${email} with the password of PORTOLAN_ADMIN_PASSWORD.`
    : `Sign in as ${email} with the password ${generatedPassword}\nIt is shown this once only and stored nowhere: keep it, and change it after signing in.`;
