import { describe, expect, it } from 'vitest';
import { constantTimeEqual } from './constant-time-equal.ts';

describe('constantTimeEqual', () => {
  it.each([
    ['', '', true],
    ['same', 'same', true],
    ['same', 'samf', false],
    ['same', 'same ', false],
    ['', 'x', false],
    ['ä', 'a\u0308', false],
    ['x'.repeat(300), 'x'.repeat(300), true],
    ['x'.repeat(300), 'x'.repeat(301), false],
  ])('%j and %j', (left, right, equal) => {
    expect(constantTimeEqual(left, right)).toBe(equal);
  });
});
