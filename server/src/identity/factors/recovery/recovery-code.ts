import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../platform/secrets/index.ts';

export const recoveryCodeCount = 10;

/** Without i, l, o and u: nothing that is misread, and no words. 32 letters make 5 bits each. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;

/** 80 random bits in four groups, such as `7k2m-x9qa-...`. */
export const makeRecoveryCode = (): string =>
  [...randomBytes(length)]
    .map((byte, place) => (place > 0 && place % 4 === 0 ? '-' : '') + letters.charAt(byte % 32))
    .join('');

/** The code as it was made, however it was typed; undefined when it cannot be one. */
export const readRecoveryCode = (typed: string): string | undefined => {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return code.length === length && [...code].every((letter) => letters.includes(letter)) ? code : undefined;
};

/** Bound to the user: the same code in two rows would not look the same. 80 bits need no slow hash (contract X7). */
export const hashRecoveryCode = (userId: string, code: string): Buffer =>
  hashToken(`${userId} ${readRecoveryCode(code) ?? code}`);
