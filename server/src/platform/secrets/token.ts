import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type RandomSource, randomBase62, toBase62 } from './base62.ts';

/**
 * An opaque token reads `<prefix>_<40 random characters><6 characters of checksum>`, such as `ptl_at_...` (contract X3).
 * The prefix lets leak scanners find it and the checksum lets them, and us, dismiss a false one without the database.
 */
export interface ParsedToken {
  readonly prefix: string;
  readonly text: string;
}

const randomLength = 40;
const checksumLength = 6;
const prefixForm = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const tokenForm = new RegExp(
  `^([a-z][a-z0-9]*(?:_[a-z0-9]+)*)_([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`,
);
const longest = 128;

export const issueToken = (prefix: string, random: RandomSource = randomBytes): string => {
  if (!prefixForm.test(prefix) || prefix.length > 32) throw new RangeError(`"${prefix}" is no prefix of a token`);
  const start = `${prefix}_${randomBase62(randomLength, random)}`;
  return start + checksumOf(start);
};

/** Undefined unless form and checksum are right, and the prefix too where one is expected. */
export const parseToken = (text: string, expectedPrefix?: string): ParsedToken | undefined => {
  if (text.length > longest) return undefined;
  const [, prefix, , checksum] = tokenForm.exec(text) ?? [];
  if (prefix === undefined || checksum !== checksumOf(text.slice(0, -checksumLength))) return undefined;
  return expectedPrefix === undefined || prefix === expectedPrefix ? { prefix, text } : undefined;
};

/**
 * What the database keeps instead of a token or key (contract X7). Plain SHA-256 is right for values of 128 bits or more
 * that nobody can guess, and only for those: passwords and one-time codes have functions of their own.
 */
export const hashToken = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

const checksumOf = (text: string): string => toBase62(crc32(text), checksumLength);
