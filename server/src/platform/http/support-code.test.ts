import { describe, expect, test } from 'vitest';
import { chooseSupportCode } from './support-code.ts';

describe('support code (contract B3)', () => {
  test.each([['a'], ['order 17/b'], ['~'.repeat(128)]])('keeps %j', (given) => {
    expect(chooseSupportCode(given)).toBe(given);
  });

  test.each([
    ['absent', undefined],
    ['empty', ''],
    ['blank', '  '],
    ['too long', 'a'.repeat(129)],
    ['not ASCII', 'é'],
    ['a control character', 'a\tb'],
  ])('makes one when the given code is %s', (_, given) => {
    expect(chooseSupportCode(given)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
