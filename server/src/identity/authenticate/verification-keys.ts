import { type CryptoKey, importJWK, type JWK } from 'jose';
import type { Database, NotificationBus } from '../../platform/database/index.ts';
import { signingKeysTopic } from '../provider/signing-keys.ts';
import { selectVerificationKeys } from './verification-key-store.ts';

export interface VerificationKeys {
  /** The key of this id; undefined when no token can be signed with it any more, or yet. */
  find(keyId: string): Promise<CryptoKey | undefined>;
  close(): void;
}

export interface VerificationKeysDeps {
  readonly database: Database;
  readonly bus: NotificationBus;
  /** Milliseconds; a clock that nobody sets. */
  readonly now?: () => number;
}

/** Read again after so long even when nobody says that they changed: a key ends by the clock too. */
const lifetime = 30_000;
/** So often at the most for ids that nobody knows, and while no message can arrive. */
const leastPause = 500;

interface KeySet {
  readonly since: number;
  readonly keys: Promise<ReadonlyMap<string, CryptoKey>>;
}

/** The keys that access tokens are checked with, as all nodes publish them. */
export const openVerificationKeys = (deps: VerificationKeysDeps): VerificationKeys => {
  const { database, bus, now = () => performance.now() } = deps;
  let current: KeySet | undefined;

  const read = (): KeySet => {
    const keySet: KeySet = { since: now(), keys: readKeys(database) };
    keySet.keys.catch(() => {
      if (current === keySet) current = undefined;
    });
    current = keySet;
    return keySet;
  };

  const isOlderThan = (keySet: KeySet, milliseconds: number): boolean => now() - keySet.since >= milliseconds;

  const fresh = (): KeySet => {
    const known = current;
    if (known === undefined || isOlderThan(known, bus.isLive() ? lifetime : leastPause)) return read();
    return known;
  };

  const forget = (): void => {
    current = undefined;
  };

  const unsubscribe = bus.subscribe(signingKeysTopic, forget, forget);
  return {
    find: async (keyId) => {
      const keySet = fresh();
      const found = (await keySet.keys).get(keyId);
      if (found !== undefined || !isOlderThan(keySet, leastPause)) return found;
      // Signed by another node with a key of which the message has not arrived yet.
      return (await (current === keySet ? read() : fresh()).keys).get(keyId);
    },
    close: unsubscribe,
  };
};

const readKeys = async (database: Database): Promise<ReadonlyMap<string, CryptoKey>> => {
  const rows = await selectVerificationKeys(database);
  return new Map(await Promise.all(rows.map(async ({ id, publicJwk }) => [id, await importKey(publicJwk)] as const)));
};

const importKey = async (publicJwk: unknown): Promise<CryptoKey> => {
  const key = await importJWK(publicJwk as JWK, 'ES256');
  if (key instanceof Uint8Array) throw new Error('A signing key of the database is not a key pair.');
  return key;
};
