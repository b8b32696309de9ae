import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A key that never shows its bytes: whoever needs a key derives one for a named purpose. */
export interface EncryptionKey {
  readonly id: string;
  /** Names the key without giving it away, so that a database can remember which key it was sealed with. */
  readonly fingerprint: string;
  /** 32 bytes that only this key and this purpose give: knowing those of one purpose says nothing about another's. */
  derive(purpose: string): KeyObject;
}

export interface KeyRing {
  /** The key that new values are sealed with. */
  readonly current: EncryptionKey;
  /** All keys, newest first. */
  readonly keys: readonly EncryptionKey[];
  find(id: string): EncryptionKey | undefined;
}

export const keyLength = 32;

export const createEncryptionKey = (id: string, bytes: Uint8Array): EncryptionKey => {
  if (bytes.length !== keyLength) throw new RangeError(`an encryption key has ${keyLength} bytes, not ${bytes.length}`);
  // A copy that the caller cannot wipe or change, held where neither console.log nor JSON.stringify looks.
  const secret = createSecretKey(bytes);
  const fingerprint = createHmac('sha256', secret).update('portolan key fingerprint 1').digest('hex').slice(0, 32);
  return {
    id,
    fingerprint,
    derive: (purpose) =>
      createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `portolan key 1 ${purpose}`, keyLength))),
  };
};

/** `keys` newest first. */
export const createKeyRing = (keys: readonly EncryptionKey[]): KeyRing => {
  const [current] = keys;
  if (current === undefined) throw new RangeError('a key ring needs at least one key');
  const byId = new Map(keys.map((key) => [key.id, key]));
  return { current, keys: [...keys], find: (id) => byId.get(id) };
};
