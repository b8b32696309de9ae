import type { Config } from '../config.ts';
import { openDatabase } from '../platform/database/index.ts';
import { rewrapSecrets } from '../platform/rotation/rewrap-secrets.ts';
import { createSecretBox, openKeyRing } from '../platform/secrets/index.ts';
import { keyFileOf, openStoreBeside } from './open-store.ts';
import { rememberKeys } from './remember-keys.ts';

/** `portolan keys rotate`: afterwards only the newest key is needed. The server may run meanwhile. */
export const rotateKeys = async (config: Config): Promise<number> => {
  const ring = await openKeyRing({
    environmentValue: config.encryptionKeys,
    file: keyFileOf(config),
    whenMissing: 'refuse',
  });
  const store = await openStoreBeside(config);
  try {
    const databases = openDatabase({
      connection: store.connection,
      poolSize: 2,
      longPoolSize: 1,
      onError: () => undefined,
    });
    try {
      await rememberKeys(databases.main, ring);
      const rewrapped = await rewrapSecrets(databases.longWork, createSecretBox(ring), ring.current.fingerprint);
      process.stdout.write(`${rewrapped} stored secrets now need the key ${ring.current.id} only.\n`);
      return 0;
    } finally {
      await databases.close();
    }
  } finally {
    await store.close();
  }
};
