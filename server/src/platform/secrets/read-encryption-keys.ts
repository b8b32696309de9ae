import { createEncryptionKey, type EncryptionKey, keyLength } from './key-ring.ts';

const mostKeys = 32;
const idForm = /^[A-Za-z0-9_-]{1,32}$/;
// 32 bytes are 43 characters and one `=`, in the usual or the address-safe alphabet.
const keyForm = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * Reads `id:base64key,id:base64key`, newest first. A problem is an Error that completes the sentence "NAME ..." and
 * never repeats what was given: an entry in the wrong form may be a key.
 */
export const readEncryptionKeys = (text: string): readonly EncryptionKey[] => {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.length > mostKeys) throw new Error(`must hold at most ${mostKeys} keys, but holds ${entries.length}`);
  const keys = entries.map((entry, index) => readEntry(entry, index + 1));
  refuseTwins(keys);
  return keys;
};

const readEntry = (entry: string, place: number): EncryptionKey => {
  const colon = entry.indexOf(':');
  if (colon === -1) throw new Error(`must be a list of id:base64key, newest first, but entry ${place} has no colon`);
  const id = entry.slice(0, colon).trim();
  const key = entry.slice(colon + 1).trim();
  if (!idForm.test(id)) {
    throw new Error(`must name each key by 1 to 32 letters, digits, "-" or "_", but entry ${place} does not`);
  }
  const bytes = Buffer.from(key, 'base64');
  if (!keyForm.test(key) || bytes.length !== keyLength) {
    throw new Error(
      `must hold keys of 32 bytes in base64 (made by "openssl rand -base64 32"), but entry ${place} is none`,
    );
  }
  // Placeholders such as AAAA...: a random key has about 30 different bytes, fewer than 16 in one of 10^15.
  if (new Set(bytes).size < 16) throw new Error(`must hold random keys, but entry ${place} repeats itself`);
  return createEncryptionKey(id, bytes);
};

const refuseTwins = (keys: readonly EncryptionKey[]): void => {
  const ids = new Set(keys.map((key) => key.id));
  if (ids.size !== keys.length) throw new Error('must give each key an id of its own, but two have the same id');
  const fingerprints = new Set(keys.map((key) => key.fingerprint));
  if (fingerprints.size !== keys.length) throw new Error('must hold each key once, but two ids have the same key');
};
