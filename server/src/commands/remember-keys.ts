import type { Database } from '../platform/database/index.ts';
import { type KeyRing, refuseForeignKeys } from '../platform/secrets/index.ts';

/** Refuses keys that do not belong to this database, and remembers the one that new values will be sealed with. */
export const rememberKeys = async (database: Database, ring: KeyRing): Promise<void> => {
  const known = await database.selectFrom('encryptionKeys').select('fingerprint').execute();
  refuseForeignKeys(
    ring,
    known.map((row) => row.fingerprint),
  );
  await database
    .insertInto('encryptionKeys')
    .values({ fingerprint: ring.current.fingerprint })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .execute();
};
