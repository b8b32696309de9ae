import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEncryptionKey, createKeyRing } from './key-ring.ts';
import { createSecretBox } from './secret-box.ts';

const oldest = createEncryptionKey('k1', randomBytes(32));
const newest = createEncryptionKey('k2', randomBytes(32));
const box = createSecretBox(createKeyRing([newest, oldest]));
const oldBox = createSecretBox(createKeyRing([oldest]));
const newBox = createSecretBox(createKeyRing([newest]));
const place = { table: 'clients', row: 'b7', field: 'secret' };
const unreadable = expect.objectContaining({ code: 'secret.unreadable' });

/** Flips one bit of the part's bytes; the text stays well-formed. */
const damage = (sealed: string, part: number, at: number): string => {
  const parts = sealed.split('.');
  const bytes = Buffer.from(parts[part] ?? '', 'base64url');
  const index = at < 0 ? bytes.length + at : at;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  parts[part] = bytes.toString('base64url');
  return parts.join('.');
};

describe('createSecretBox', () => {
  it.each([
    ['empty', ''],
    ['text', 'Geheimnis für Åse 🗝'],
    ['64 KiB', 'x'.repeat(65_536)],
  ])('opens what it sealed: %s', (_name, text) => {
    expect(box.openText(box.seal(text, place), place)).toBe(text);
  });

  it('opens bytes unchanged', () => {
    const bytes = randomBytes(257);
    expect(box.open(box.seal(bytes, place), place)).toEqual(bytes);
  });

  // Sealed values live as long as the database: what was sealed once must stay readable.
  it('opens what the first version sealed', () => {
    const key = createEncryptionKey('k1', Buffer.from(Array.from({ length: 32 }, (_, at) => at)));
    const sealed =
      'ptl1.k1.O7VPqBGi5SO7-xzxDRzF4uHn0lq3MX8z8RpAsl5rs_FeeRaxL__pDtjGWPNF8e3ea33bit_0Tcme3Cvt' +
      '.4FMzo1_so3TJPVbg0a1tzlH95jjWHAVgVoWA_w7YXk7d';
    expect(createSecretBox(createKeyRing([key])).openText(sealed, place)).toBe('value');
  });

  it('never gives the same text twice, nor the plaintext in it', () => {
    const sealed = box.seal('canary-canary', place);
    expect(box.seal('canary-canary', place)).not.toBe(sealed);
    expect(sealed).not.toContain('canary');
    expect(sealed).not.toContain(Buffer.from('canary-canary').toString('base64url'));
    expect(sealed).toMatch(/^ptl1\.k2\./);
  });

  it.each([
    ['table', { ...place, table: 'users' }],
    ['row', { ...place, row: 'b8' }],
    ['field', { ...place, field: 'other' }],
    ['shifted parts', { table: 'clients', row: 'b7.secret', field: '' }],
  ])('refuses a value moved to another place: %s', (_name, other) => {
    const sealed = box.seal('value', place);
    expect(() => box.open(sealed, other)).toThrow(unreadable);
    expect(box.openText(sealed, place)).toBe('value');
  });

  it.each([
    ['nonce of the data key', 2, 0],
    ['data key', 2, 20],
    ['tag of the data key', 2, -1],
    ['nonce', 3, 0],
    ['value', 3, 12],
    ['tag', 3, -1],
  ])('refuses a changed %s', (_name, part, at) => {
    expect(() => box.open(damage(box.seal('value', place), part, at), place)).toThrow(unreadable);
  });

  it.each(['', 'value', 'ptl1.k2..', 'ptl1.k2.AA.AA', 'ptl2.k2.AAAA.AAAA', 'ptl1.k2.AAAA', 'ptl1.k2.A!.AA'])(
    'refuses what is no sealed text: "%s"',
    (text) => {
      expect(() => box.open(text, place)).toThrow(unreadable);
    },
  );

  it('refuses a data key taken from another value', () => {
    const [head, id, , body] = box.seal('value', place).split('.');
    const [, , foreignKey] = box.seal('other', place).split('.');
    expect(() => box.open([head, id, foreignKey, body].join('.'), place)).toThrow(unreadable);
  });

  it('refuses a value under another key of the same id', () => {
    const impostor = createSecretBox(createKeyRing([createEncryptionKey('k2', randomBytes(32))]));
    expect(() => impostor.open(box.seal('value', place), place)).toThrow(unreadable);
  });

  it('names the key that is missing', () => {
    expect(() => newBox.open(oldBox.seal('value', place), place)).toThrow(
      expect.objectContaining({ code: 'secret.key-missing', message: expect.stringContaining('"k1"') }),
    );
  });

  it('refuses more than 1 MiB', () => {
    expect(() => box.seal(Buffer.alloc(1_048_577), place)).toThrow(expect.objectContaining({ kind: 'tooLarge' }));
  });
});

describe('rotation', () => {
  it('re-wraps the data key alone, after which the old key is not needed', () => {
    const sealed = oldBox.seal('value', place);
    const rewrapped = box.rewrap(sealed);
    expect(box.needsRewrap(sealed)).toBe(true);
    expect(box.needsRewrap(rewrapped)).toBe(false);
    expect(rewrapped.split('.')[3]).toBe(sealed.split('.')[3]);
    expect(newBox.openText(rewrapped, place)).toBe('value');
    expect(() => newBox.open(sealed, place)).toThrow(expect.objectContaining({ code: 'secret.key-missing' }));
  });

  it('leaves alone what the current key holds', () => {
    const sealed = box.seal('value', place);
    expect(box.needsRewrap(sealed)).toBe(false);
    expect(box.rewrap(sealed)).toBe(sealed);
  });

  it('keeps the place bound', () => {
    const rewrapped = box.rewrap(oldBox.seal('value', place));
    expect(() => box.open(rewrapped, { ...place, row: 'b8' })).toThrow(unreadable);
  });
});
