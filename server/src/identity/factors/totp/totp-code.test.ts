import { expect, test } from 'vitest';
import { findTotpStep, groupSecret, makeTotpSecret, totpAddress } from './totp-code.ts';

// RFC 6238, appendix B: the secret is the ASCII text 12345678901234567890, codes cut to six digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('the code of RFC 6238 at second %i', (second, code, step) => {
  expect(findTotpStep({ secret, code, now: new Date(second * 1000) })).toBe(step);
});

test.each([
  ['one step late', 30, 37_037_036],
  ['one step early', -30, 37_037_036],
  ['two steps late', 60, undefined],
  ['two steps early', -60, undefined],
])('a clock that is %s', (_, seconds, step) => {
  const now = new Date((1_111_111_109 + seconds) * 1000);
  expect(findTotpStep({ secret, code: '081804', now })).toBe(step);
});

test.each(['081805', '81804', '', '0818040', 'abcdef', '０８１８０４'])('"%s" is not the code', (code) => {
  expect(findTotpStep({ secret, code, now: new Date(1_111_111_109_000) })).toBeUndefined();
});

test('a code may be typed in groups', () => {
  expect(findTotpStep({ secret, code: ' 081 804 ', now: new Date(1_111_111_109_000) })).toBe(37_037_036);
});

test('secrets have 160 bits and differ', () => {
  const [one, other] = [makeTotpSecret(), makeTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  expect(groupSecret(one).split(' ')).toHaveLength(8);
});

test('the address names issuer and account, whatever characters these have', () => {
  const address = new URL(totpAddress({ secret, account: 'ada+x@example.com' }));
  expect(address.protocol).toBe('otpauth:');
  expect(address.searchParams.get('secret')).toBe(secret);
  expect(address.searchParams.get('issuer')).toBe('Portolan');
  expect(decodeURIComponent(address.href)).toContain('Portolan:ada+x@example.com');
});
