import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readEncryptionKeys } from './read-encryption-keys.ts';

const first = randomBytes(32).toString('base64');
const second = randomBytes(32).toString('base64');

describe('readEncryptionKeys', () => {
  it.each([
    ['one key', `k1:${first}`, ['k1']],
    ['newest first', `k2:${second},k1:${first}`, ['k2', 'k1']],
    ['spaces and line ends around entries', ` k2:${second} ,\n k1: ${first}\n`, ['k2', 'k1']],
    ['without padding', `k1:${first.replace('=', '')}`, ['k1']],
    ['the address-safe alphabet', `k1:${Buffer.from(first, 'base64').toString('base64url')}`, ['k1']],
  ])('reads %s', (_name, text, ids) => {
    expect(readEncryptionKeys(text).map((key) => key.id)).toEqual(ids);
  });

  it('gives the same key for both alphabets', () => {
    const [usual] = readEncryptionKeys(`k1:${first}`);
    const [safe] = readEncryptionKeys(`other:${Buffer.from(first, 'base64').toString('base64url')}`);
    expect(safe?.fingerprint).toBe(usual?.fingerprint);
  });

  it.each([
    ['nothing', '', 'entry 1 has no colon'],
    ['a key without id', first, 'entry 1 has no colon'],
    ['an empty second entry', `k1:${first},`, 'entry 2 has no colon'],
    ['a bad id', `k 1:${first}`, 'entry 1 does not'],
    ['an empty id', `:${first}`, 'entry 1 does not'],
    ['a short key', `k1:${randomBytes(16).toString('base64')}`, 'entry 1 is none'],
    ['a long key', `k1:${randomBytes(48).toString('base64')}`, 'entry 1 is none'],
    ['no base64', `k1:${'!'.repeat(44)}`, 'entry 1 is none'],
    ['a placeholder', `k1:${Buffer.alloc(32).toString('base64')}`, 'repeats itself'],
    ['one id twice', `k1:${first},k1:${second}`, 'same id'],
    ['one key twice', `k1:${first},k2:${first}`, 'same key'],
    ['too many keys', Array.from({ length: 33 }, (_, at) => `k${at}:${first}`).join(','), 'at most 32 keys'],
  ])('refuses %s without repeating it', (_name, text, problem) => {
    const read = () => readEncryptionKeys(text);
    expect(read).toThrow(problem);
    expect(read).not.toThrow(new RegExp(first.replaceAll(/[+/]/g, '\\$&')));
  });
});
