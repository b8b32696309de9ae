import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import { type KeyRing, keyLength } from './key-ring.ts';
import { createRandomSource } from './random-source.ts';
import { readSealedText, type SealedParts, writeSealedText } from './sealed-text.ts';

/** Where a sealed value belongs. Sealed for one place, it opens in no other: values cannot be swapped in the database. */
export interface SecretPlace {
  readonly table: string;
  readonly row: string;
  readonly field: string;
}

export interface SecretBox {
  seal(plaintext: string | Uint8Array, place: SecretPlace): string;
  open(sealed: string, place: SecretPlace): Buffer;
  openText(sealed: string, place: SecretPlace): string;
  /** True when an older key than the current one holds the value. */
  needsRewrap(sealed: string): boolean;
  /** The same value under the current key. Only its data key is wrapped anew: size and place do not matter. */
  rewrap(sealed: string): string;
}

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
const mostBytes = 1_048_576;
const takeRandom = createRandomSource();

/**
 * Envelope encryption (contract X7): every value has a data key of its own, and the key ring's current key wraps that.
 * The ring's keys therefore encrypt 32 bytes at a time and may do so 2^32 times each before a nonce could repeat.
 */
export const createSecretBox = (ring: KeyRing): SecretBox => {
  const wrappingKeys = new Map<string, KeyObject>(ring.keys.map((key) => [key.id, key.derive('wrap data keys')]));

  const wrap = (dataKey: Buffer): Pick<SealedParts, 'keyId' | 'wrappedKey'> => {
    const keyId = ring.current.id;
    return { keyId, wrappedKey: encrypt(wrappingKeyOf(keyId), dataKey, wrapLabel(keyId)) };
  };

  const unwrap = (parts: SealedParts): Buffer =>
    decrypt(wrappingKeyOf(parts.keyId), parts.wrappedKey, wrapLabel(parts.keyId));

  const wrappingKeyOf = (keyId: string): KeyObject => {
    const key = wrappingKeys.get(keyId);
    if (key !== undefined) return key;
    const message = `A stored secret was encrypted with the key "${keyId}", which this server does not have.`;
    throw new AppError('unexpected', 'secret.key-missing', message);
  };

  const open = (sealed: string, place: SecretPlace): Buffer => {
    const parts = partsOf(sealed);
    const dataKey = unwrap(parts);
    try {
      return decrypt(createSecretKey(dataKey), Buffer.from(parts.body, 'base64url'), placeLabel(place));
    } finally {
      dataKey.fill(0);
    }
  };

  return {
    seal: (plaintext, place) => {
      const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
      if (bytes.length > mostBytes) {
        throw new AppError('tooLarge', 'secret.too-large', `A secret has at most ${mostBytes} bytes.`);
      }
      const dataKey = takeRandom(keyLength);
      try {
        // As a key object: given as bytes, Node takes twice the time.
        const body = encrypt(createSecretKey(dataKey), bytes, placeLabel(place)).toString('base64url');
        return writeSealedText({ ...wrap(dataKey), body });
      } finally {
        dataKey.fill(0);
      }
    },
    open,
    openText: (sealed, place) => open(sealed, place).toString('utf8'),
    needsRewrap: (sealed) => partsOf(sealed).keyId !== ring.current.id,
    rewrap: (sealed) => {
      const parts = partsOf(sealed);
      if (parts.keyId === ring.current.id) return sealed;
      const dataKey = unwrap(parts);
      try {
        return writeSealedText({ ...wrap(dataKey), body: parts.body });
      } finally {
        dataKey.fill(0);
      }
    },
  };
};

// JSON keeps the parts apart: table "a", row "b.c" and table "a.b", row "c" must never give the same bytes.
const wrapLabel = (keyId: string): string => JSON.stringify(['portolan data key', 1, keyId]);
const placeLabel = (place: SecretPlace): string =>
  JSON.stringify(['portolan secret', 1, place.table, place.row, place.field]);

const encrypt = (key: KeyObject, plaintext: Uint8Array, label: string): Buffer => {
  const nonce = takeRandom(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(label, 'utf8'));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
};

const decrypt = (key: KeyObject, sealed: Buffer, label: string): Buffer => {
  if (sealed.length < nonceLength + tagLength) throw unreadable();
  const end = sealed.length - tagLength;
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(label, 'utf8'));
    decipher.setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength, end)), decipher.final()]);
  } catch (error) {
    throw unreadable(error);
  }
};

const partsOf = (sealed: string): SealedParts => {
  const parts = readSealedText(sealed);
  if (parts === undefined) throw unreadable();
  return parts;
};

const unreadable = (cause?: unknown): AppError =>
  new AppError(
    'unexpected',
    'secret.unreadable',
    'A stored secret cannot be decrypted: it was changed, moved to another place, or encrypted with another key.',
    { cause },
  );
