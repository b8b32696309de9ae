import { describe, expect, it } from 'vitest';
import { issueToken } from '../secrets/index.ts';
import { blotSecrets, storableText } from './blot-secrets.ts';

const token = issueToken('ptl_at');
const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';

describe('blotSecrets', () => {
  it.each([
    [{ password: 'x' }, { password: '[redacted]' }],
    [{ clientSecret: 'x' }, { clientSecret: '[redacted]' }],
    [{ client_secret: 'x' }, { client_secret: '[redacted]' }],
    [{ 'Ocp-Apim-Subscription-Key': 'x' }, { 'Ocp-Apim-Subscription-Key': '[redacted]' }],
    [
      { primaryKey: 'x', secondaryKey: 'y' },
      { primaryKey: '[redacted]', secondaryKey: '[redacted]' },
    ],
    [{ tokens: ['a', 'b'] }, { tokens: '[redacted]' }],
    [{ deep: [{ accessToken: 'x' }] }, { deep: [{ accessToken: '[redacted]' }] }],
    [{ token: { value: 'x' } }, { token: '[redacted]' }],
  ])('blots out by name: %j', (details, stored) => {
    expect(blotSecrets(details)).toEqual(stored);
  });

  it.each([
    { tokenId: 'a', secretName: 'b', passwordChanged: true },
    { tokens: 3, secret: null, password: '' },
    { key: 'department', keys: ['a'] },
    { path: '/a/b', text: `ptl_at_${'a'.repeat(46)}` },
  ])('leaves what gives nothing away: %j', (details) => {
    expect(blotSecrets(details)).toEqual(details);
  });

  it.each([
    ['a token of ours', `used ${token}.`, 'used [redacted].'],
    ['a JWT', `got ${jwt}`, 'got [redacted]'],
    ['a password hash', 'was $argon2id$v=19$m=8,t=1,p=1$abc$def', 'was [redacted]'],
    ['a signature in an address', 'https://h/c/p?sv=1&sig=a%2Bb&se=2', 'https://h/c/p?sv=1&sig=[redacted]&se=2'],
    ['a header', 'Authorization: Bearer abcdefghij', 'Authorization: Bearer [redacted]'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----', '[redacted]'],
  ])('blots out by form: %s', (_name, text, stored) => {
    expect(blotSecrets({ note: [text] })).toEqual({ note: [stored] });
  });

  it('gives plain JSON whatever comes in', () => {
    const at = new Date('2026-11-15T00:00:00Z');
    const details = { at, big: 12n, no: undefined, run: () => 1, odd: [Number.NaN, undefined], bad: new Date('x') };
    expect(blotSecrets(details)).toEqual({
      at: '2026-11-15T00:00:00.000Z',
      big: '12',
      odd: [null, null],
      bad: null,
    });
  });

  it('ends where nesting does not', () => {
    const ring: Record<string, unknown> = {};
    ring.again = ring;
    expect(JSON.stringify(blotSecrets(ring))).toContain('[too deep]');
  });
});

describe('storableText', () => {
  it.each([
    ['a\u0000b', 'a\uFFFDb'],
    ['half \uD83D', 'half \uFFFD'],
    ['whole 🗝', 'whole 🗝'],
  ])('%j', (text, stored) => {
    expect(storableText(text)).toBe(stored);
  });
});
