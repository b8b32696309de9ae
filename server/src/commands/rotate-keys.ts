import type { Config } from '../config.ts';
import { rewrapSecrets } from '../platform/rotation/rewrap-secrets.ts';
import { createSecretBox } from '../platform/secrets/index.ts';
import { rememberKeys } from './remember-keys.ts';
import { withDatabases } from './with-databases.ts';

/** `portolan keys rotate`: afterwards only the newest key is needed. The server may run meanwhile. */
export const rotateKeys = async (config: Config): Promise<number> =>
  await withDatabases(config, async (databases, ring) => {
    await rememberKeys(databases.main, ring);
    const rewrapped = await rewrapSecrets(databases.longWork, createSecretBox(ring), ring.current.fingerprint);
    process.stdout.write(`${rewrapped} stored secrets now need the key ${ring.current.id} only.\n`);
    return 0;
  });
