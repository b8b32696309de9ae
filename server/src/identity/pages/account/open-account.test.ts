import { expect, test } from 'vitest';
import { isOwnPage, signInAddress } from './open-account.ts';

test.each([
  ['/identity/terms', true],
  ['/identity/terms?serviceId=a&returnUrl=https%3A%2F%2Fapp.example.com', true],
  ['/identity/password', true],
  ['/identity/security/totp', true],
  ['/identity/profile?returnUrl=https%3A%2F%2Fapp.example.com', true],
  ['/identity/catalog/4dd2e6a5-1f52-4d93-9a0b-5a2b3d4c5e6f?returnUrl=x', true],
  ['/identity/catalog', false],
  ['/identity/catalog/../../evil', false],
  ['/identity/logout', false],
  ['/identity/authorize?client_id=x', false],
  ['//evil.example.com/identity/terms', false],
  ['https://evil.example.com/identity/terms', false],
  ['/identity/terms/../../x', false],
  ['/identity/security/\\evil.example.com', false],
  ['/identity/termsandmore', false],
  ['/', false],
  ['', false],
])('a sign-in may come back to "%s": %s', (path, expected) => {
  expect(isOwnPage(path)).toBe(expected);
});

test('the sign-in is one of ours, with a challenge of its own and the way back', () => {
  const deps = { publicUrl: 'https://portolan.example.com', signInClientId: 'console' };
  const [one, other] = [signInAddress(deps, '/identity/password'), signInAddress(deps, '/identity/password', true)].map(
    (address) => new URL(address, deps.publicUrl).searchParams,
  );
  expect(one?.get('redirect_uri')).toBe('https://portolan.example.com/identity/signed-in');
  expect(one?.get('state')).toBe('/identity/password');
  expect(one?.has('max_age')).toBe(false);
  expect(other?.get('max_age')).toBe('900');
  expect(one?.get('code_challenge')).not.toBe(other?.get('code_challenge'));
});
