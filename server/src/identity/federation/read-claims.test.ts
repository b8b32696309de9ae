import { expect, test } from 'vitest';
import { readClaims } from './read-claims.ts';

test('the usual claims', () => {
  expect(
    readClaims(
      {
        sub: 's',
        email: 'ada@example.com',
        email_verified: true,
        given_name: 'Ada',
        family_name: 'Lovelace',
        name: 'Ada Lovelace',
        locale: 'en-GB',
        amr: ['pwd', 'mfa'],
      },
      {},
    ),
  ).toEqual({
    subject: 's',
    email: 'ada@example.com',
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    displayName: 'Ada Lovelace',
    phone: undefined,
    language: 'en-GB',
    countryCode: undefined,
    hasTwoFactors: true,
  });
});

test('a mapping names other claims, also inside objects and with addresses as names', () => {
  const claims = {
    sub: 's',
    upn: 'ada@example.com',
    address: { country: 'GB' },
    'https://claims.example.com/given.name': 'Ada',
  };
  const mapping = { email: 'upn', countryCode: 'address.country', firstName: 'https://claims.example.com/given.name' };
  expect(readClaims(claims, mapping)).toMatchObject({ email: 'ada@example.com', countryCode: 'GB', firstName: 'Ada' });
});

test.each([
  [{ preferred_username: 'ada@example.com' }, {}, 'ada@example.com'],
  [{ preferred_username: 'ada' }, {}, undefined],
  [{ preferred_username: 'ada@example.com' }, { email: 'mail' }, undefined],
  [{ email: 7 }, {}, undefined],
  [{ email: '' }, {}, undefined],
])('the address in %j with mapping %j is %s', (claims, mapping, email) => {
  expect(readClaims({ sub: 's', ...claims }, mapping).email).toBe(email);
});

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [1, false],
  [undefined, undefined],
])('email_verified %s', (value, expected) => {
  expect(readClaims({ sub: 's', email_verified: value }, {}).emailVerified).toBe(expected);
});

test('odd texts neither break in nor keep out', () => {
  const person = readClaims(
    { sub: 's', given_name: ' A\u0000d\na ', family_name: 'x'.repeat(500), name: { a: 1 } },
    {},
  );
  expect(person.firstName).toBe('A d a');
  expect(person.lastName).toHaveLength(100);
  expect(person.displayName).toBeUndefined();
  expect(readClaims({ sub: 's' }, { email: '__proto__.x' }).email).toBeUndefined();
});
