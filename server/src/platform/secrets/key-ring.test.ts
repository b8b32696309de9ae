import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createEncryptionKey, createKeyRing } from './key-ring.ts';

describe('createEncryptionKey', () => {
  it('derives the same bytes for the same purpose only', () => {
    const bytes = randomBytes(32);
    const key = createEncryptionKey('k1', bytes);
    const same = createEncryptionKey('another-id', bytes);
    const other = createEncryptionKey('k1', randomBytes(32));
    expect(same.derive('a').equals(key.derive('a'))).toBe(true);
    expect(key.derive('b').equals(key.derive('a'))).toBe(false);
    expect(other.derive('a').equals(key.derive('a'))).toBe(false);
  });

  // A change here would lock every installation out of its own data.
  it('keeps fingerprint and derived bytes over the years', () => {
    const key = createEncryptionKey('k1', Buffer.from(Array.from({ length: 32 }, (_, at) => at)));
    expect(key.fingerprint).toBe('f788575904ba0962f00ec37e1de448bd');
    expect(key.derive('wrap data keys').export().toString('hex')).toBe(
      'abecfb0b03af835b53d8498085f584740981cb40c6588b674facc06f66d16f4d',
    );
  });

  it('never shows its bytes', () => {
    const bytes = randomBytes(32);
    const ring = createKeyRing([createEncryptionKey('k1', bytes)]);
    const shown = JSON.stringify(ring) + inspect(ring, { depth: 10, showHidden: true });
    expect(shown).toContain('k1');
    expect(shown).not.toContain(bytes.toString('hex').slice(0, 16));
    expect(shown).not.toContain(bytes.toString('base64').slice(0, 12));
  });

  it('refuses another length', () => {
    expect(() => createEncryptionKey('k1', randomBytes(31))).toThrow('32 bytes');
  });
});

describe('createKeyRing', () => {
  it('seals with the first key and finds all', () => {
    const newest = createEncryptionKey('k2', randomBytes(32));
    const oldest = createEncryptionKey('k1', randomBytes(32));
    const ring = createKeyRing([newest, oldest]);
    expect(ring.current).toBe(newest);
    expect(ring.find('k1')).toBe(oldest);
    expect(ring.find('k3')).toBeUndefined();
  });

  it('needs a key', () => {
    expect(() => createKeyRing([])).toThrow('at least one key');
  });
});
