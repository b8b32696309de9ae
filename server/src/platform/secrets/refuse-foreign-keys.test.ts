import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEncryptionKey, createKeyRing } from './key-ring.ts';
import { refuseForeignKeys } from './refuse-foreign-keys.ts';

const newest = createEncryptionKey('k2', randomBytes(32));
const oldest = createEncryptionKey('k1', randomBytes(32));
const foreign = createEncryptionKey('k1', randomBytes(32));

describe('refuseForeignKeys', () => {
  it.each([
    ['nothing remembered', []],
    ['the current key', [newest.fingerprint]],
    ['an older key that is still held', [oldest.fingerprint]],
    ['both', [oldest.fingerprint, newest.fingerprint]],
  ])('lets pass: %s', (_name, remembered) => {
    expect(() => refuseForeignKeys(createKeyRing([newest, oldest]), remembered)).not.toThrow();
  });

  it('refuses a database of another key, even one with the same id', () => {
    const check = () => refuseForeignKeys(createKeyRing([newest, oldest]), [newest.fingerprint, foreign.fingerprint]);
    expect(check).toThrow(foreign.fingerprint);
    expect(check).toThrow(expect.objectContaining({ code: 'encryption-key.foreign' }));
  });
});
