import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { EncryptionKey, KeyRing } from './key-ring.ts';

/**
 * Codes of six digits for e-mail and sign-in. A million codes are guessed from a plain hash at once, so they are kept as
 * an HMAC under a key outside the database, bound to what the code is for (`context`, such as the row's id).
 */
export interface OneTimeCodes {
  issue(): string;
  hash(code: string, context: string): Buffer;
  matches(code: string, context: string, hash: Uint8Array): boolean;
}

const digits = 6;
const form = /^\d{6}$/;

export const createOneTimeCodes = (
  ring: KeyRing,
  randomNumber: (below: number) => number = (below) => randomInt(below),
): OneTimeCodes => {
  const hashWith = (key: EncryptionKey, code: string, context: string): Buffer =>
    createHmac('sha256', key.derive('one-time codes'))
      .update(JSON.stringify([context, code]))
      .digest();

  return {
    issue: () => String(randomNumber(10 ** digits)).padStart(digits, '0'),
    hash: (code, context) => hashWith(ring.current, code, context),
    // Every key of the ring is tried: a code that is under way must survive a rotation.
    matches: (code, context, hash) =>
      form.test(code) &&
      ring.keys
        .map((key) => hashWith(key, code, context))
        .map((expected) => expected.length === hash.length && timingSafeEqual(expected, hash))
        .includes(true),
  };
};
