import { describe, expect, test } from 'vitest';
import { readAccessClaims } from './access-claims.ts';

const id = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const application = { sub: id('a'), azp: id('b'), tid: id('c'), scp: '', cver: 3, exp: 1_800_000_000 };
const user = { ...application, scp: 'user_impersonation other', uver: 7, gid: 'grant', jti: 'token' };

describe('claims of an access token', () => {
  test('of a user', () => {
    expect(readAccessClaims(user)).toEqual({
      subject: id('a'),
      applicationId: id('b'),
      tenantId: id('c'),
      scopes: ['user_impersonation', 'other'],
      applicationVersion: 3,
      user: { version: 7, grantId: 'grant' },
      tokenId: 'token',
      expiresAt: 1_800_000_000,
    });
  });

  test('of an application, without scopes', () => {
    const { scp: _, ...claims } = application;
    expect(readAccessClaims(claims)).toMatchObject({ scopes: [], user: undefined });
  });

  test.each([
    ['no subject', { sub: undefined }],
    ['a subject that is no id', { sub: 'somebody' }],
    ['a subject in capitals', { sub: id('A') }],
    ['no application', { azp: undefined }],
    ['no tenant', { tid: undefined }],
    ['scopes that are no text', { scp: ['a'] }],
    ['no version of the application', { cver: undefined }],
    ['a version that is no whole number', { cver: 1.5 }],
    ['a version of the user, but no grant', { gid: undefined }],
    ['a grant, but no version of the user', { uver: undefined }],
    ['an empty grant', { gid: '' }],
    ['a grant that is too long', { gid: 'x'.repeat(201) }],
    ['no end', { exp: undefined }],
  ])('with %s are not ours', (_, change) => {
    expect(readAccessClaims({ ...user, ...change } as Parameters<typeof readAccessClaims>[0])).toBeUndefined();
  });
});
