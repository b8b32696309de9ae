import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashToken, issueToken, parseToken } from './token.ts';

const replaceAt = (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1);

describe('issueToken', () => {
  it('has a prefix, forty random characters and a checksum', () => {
    expect(issueToken('ptl_at')).toMatch(/^ptl_at_[0-9A-Za-z]{46}$/);
  });

  // Tokens live for years: what was issued once must stay valid.
  it('keeps its form over the years', () => {
    const token = issueToken('ptl_at', (length) => new Uint8Array(length).map((_, at) => at * 7));
    expect(token).toBe('ptl_at_07ELSZgnu18FMTahov29GNUbipw3AHOVcjqx3AH034izPG');
  });

  it('skips bytes that would favour some letters', () => {
    const bytes = [255, 248, 247, 0];
    const token = issueToken('ptl', (length) => new Uint8Array(length).map((_, at) => bytes[at % 4] ?? 0));
    expect(token.slice(4, 44)).toBe('z0'.repeat(20));
  });

  it.each(['', 'PTL', '_a', 'a_', 'a__b', 'a-b', '1a', 'a'.repeat(33)])('refuses the prefix "%s"', (prefix) => {
    expect(() => issueToken(prefix)).toThrow('no prefix');
  });

  it('never repeats', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => issueToken('ptl_at'))).size).toBe(1_000);
  });
});

describe('parseToken', () => {
  it('gives back prefix and text', () => {
    const token = issueToken('ptl_at');
    expect(parseToken(token)).toEqual({ prefix: 'ptl_at', text: token });
    expect(parseToken(token, 'ptl_at')).toEqual({ prefix: 'ptl_at', text: token });
  });

  it('refuses the token of another kind', () => {
    expect(parseToken(issueToken('ptl_rt'), 'ptl_at')).toBeUndefined();
  });

  it('refuses every change of one character', () => {
    const token = issueToken('ptl_at');
    for (let at = 0; at < token.length; at += 1) {
      const other = token.charAt(at) === 'x' ? 'y' : 'x';
      expect(parseToken(replaceAt(token, at, other))).toBeUndefined();
    }
  });

  it.each([
    ['nothing', ''],
    ['a bare prefix', 'ptl_at_'],
    ['an endless text', 'x'.repeat(10_000)],
    ['a wrong checksum', `ptl_at_${'a'.repeat(46)}`],
    ['a space in front', ` ${issueToken('ptl_at')}`],
    ['a line end', `${issueToken('ptl_at')}\n`],
    ['one letter more', `${issueToken('ptl_at')}a`],
  ])('refuses %s', (_name, text) => {
    expect(parseToken(text)).toBeUndefined();
  });

  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => parseToken(text) === undefined));
  });
});

describe('hashToken', () => {
  it('is SHA-256', () => {
    expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashToken(randomBytes(16).toString('hex'))).toHaveLength(32);
  });
});
