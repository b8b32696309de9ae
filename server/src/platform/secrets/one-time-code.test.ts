import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEncryptionKey, createKeyRing } from './key-ring.ts';
import { createOneTimeCodes } from './one-time-code.ts';

const oldest = createEncryptionKey('k1', randomBytes(32));
const newest = createEncryptionKey('k2', randomBytes(32));
const codes = createOneTimeCodes(createKeyRing([newest, oldest]));

describe('one-time codes', () => {
  it.each([
    [0, '000000'],
    [42, '000042'],
    [999_999, '999999'],
  ])('have six digits: %i', (number, code) => {
    expect(createOneTimeCodes(createKeyRing([newest]), () => number).issue()).toBe(code);
  });

  it('asks for a number below a million', () => {
    const asked: number[] = [];
    createOneTimeCodes(createKeyRing([newest]), (below) => asked.push(below)).issue();
    expect(asked).toEqual([1_000_000]);
    expect(codes.issue()).toMatch(/^\d{6}$/);
  });

  it('match for their context only', () => {
    const hash = codes.hash('123456', 'sign-in 1');
    expect(codes.matches('123456', 'sign-in 1', hash)).toBe(true);
    expect(codes.matches('123457', 'sign-in 1', hash)).toBe(false);
    expect(codes.matches('123456', 'sign-in 2', hash)).toBe(false);
    expect(codes.matches('123456', 'sign-in 1', hash.subarray(1))).toBe(false);
  });

  it.each(['', '12345', '1234567', '１２３４５６', '12345a'])('refuse %j', (code) => {
    expect(codes.matches(code, 'c', codes.hash(code, 'c'))).toBe(false);
  });

  it('survive a rotation, and are worthless without the key', () => {
    const hash = createOneTimeCodes(createKeyRing([oldest])).hash('123456', 'c');
    expect(codes.matches('123456', 'c', hash)).toBe(true);
    expect(createOneTimeCodes(createKeyRing([newest])).matches('123456', 'c', hash)).toBe(false);
  });
});
