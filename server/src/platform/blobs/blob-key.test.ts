import { describe, expect, it } from 'vitest';
import { checkBlobKey, checkBlobPrefix, isBlobKey, newBlobKey } from './blob-key.ts';

describe('newBlobKey', () => {
  it('makes keys that are valid and never the same', () => {
    const keys = Array.from({ length: 1_000 }, () => newBlobKey('files'));
    expect(keys.every(isBlobKey)).toBe(true);
    expect(new Set(keys).size).toBe(1_000);
  });

  it('uses the randomness it is given', () => {
    expect(newBlobKey('audit', (size) => Buffer.alloc(size, 0xab))).toBe(`audit/${'ab'.repeat(16)}`);
  });

  it.each(['', 'ab', 'Files', 'a/b', '..', '.unfinished', '1abc', 'a'.repeat(41), 'abc\n'])(
    'refuses the folder %j',
    (folder) => {
      expect(() => newBlobKey(folder)).toThrow('A blob folder is 3 to 40');
    },
  );
});

describe('checkBlobPrefix', () => {
  const key = newBlobKey('files');
  it.each(['', 'f', 'files', 'files/', 'files/0', key])('takes %j', (prefix) => {
    expect(() => checkBlobPrefix(prefix)).not.toThrow();
  });
  it.each(['/', 'ab/', 'files//', 'files/x', `${key}0`, '.', 'files/../', 'F'])('refuses %j', (prefix) => {
    expect(() => checkBlobPrefix(prefix)).toThrow('A blob prefix is the beginning of a blob key.');
  });
  it('takes a whole key only as a key', () => {
    expect(() => checkBlobKey(key)).not.toThrow();
    expect(() => checkBlobKey('files/')).toThrow('A blob key is a folder');
  });
});
