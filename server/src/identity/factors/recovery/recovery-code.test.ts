import { expect, test } from 'vitest';
import { hashRecoveryCode, makeRecoveryCode, readRecoveryCode } from './recovery-code.ts';

test('codes are four groups of four and differ', () => {
  const codes = Array.from({ length: 200 }, makeRecoveryCode);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  expect(new Set(codes).size).toBe(200);
});

test.each([
  ['ab12-cd34-ef56-gh78', 'ab12cd34ef56gh78'],
  [' AB12 CD34 EF56 GH78 ', 'ab12cd34ef56gh78'],
  ['aBOl-cd34-ef56-ghI8', 'ab01cd34ef56gh18'],
  ['ab12-cd34-ef56-gh7', undefined],
  ['ab12-cd34-ef56-gh789', undefined],
  ['ab12-cd34-ef56-gu78', undefined],
  ['123456', undefined],
  ['', undefined],
])('"%s" reads as %s', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code);
});

test('a hash belongs to one user and does not care how the code is typed', () => {
  expect(hashRecoveryCode('a', 'ab12-cd34-ef56-gh78')).toEqual(hashRecoveryCode('a', 'AB12CD34EF56GH78'));
  expect(hashRecoveryCode('a', 'ab12-cd34-ef56-gh78')).not.toEqual(hashRecoveryCode('b', 'ab12-cd34-ef56-gh78'));
});
