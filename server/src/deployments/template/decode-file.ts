import { Buffer, isUtf8 } from 'node:buffer';
import type { Finding } from './problem.ts';
import { type FileName, type Position, SourceFile } from './source-file.ts';

export type DecodedFile = { readonly file: SourceFile; readonly bytes: Buffer } | { readonly finding: Finding };

/** A file as the body carries it: base64 of UTF-8 text, with or without a byte order mark. */
export function decodeFile(name: FileName, encoded: string): DecodedFile {
  const refuse = (code: string, message: string, place: Partial<Finding> = {}): DecodedFile => ({
    finding: { code: `${name}.${code}`, message, file: null, path: [name], ...place },
  });
  const bytes = decodeBase64(encoded);
  if (bytes === undefined) return refuse('not-base64', `${name} must be base64 (the standard alphabet, with padding).`);
  if (bytes.length === 0) return refuse('empty', `The ${name} file is empty.`);
  if (!isUtf8(bytes)) {
    const hint = looksLikeUtf16(bytes) ? ' It looks like UTF-16: save it as UTF-8.' : '';
    const place = { file: name, path: [], position: placeOfWrongByte(bytes) };
    return refuse('not-utf8', `The ${name} file is not UTF-8.${hint}`, place);
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { file: new SourceFile(name, bytes.toString('utf8', hasMark ? 3 : 0)), bytes };
}

/** Node skips what it does not know, and takes the other alphabet too: so the length tells whether all of it was base64. */
function decodeBase64(encoded: string): Buffer | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  if (encoded.includes('-') || encoded.includes('_')) return undefined;
  if (isWhole(encoded, bytes.length)) return bytes;
  // Line breaks are what command line tools put into long base64.
  return /\s/.test(encoded) && isWhole(encoded.replaceAll(/\s+/g, ''), bytes.length) ? bytes : undefined;
}

function isWhole(encoded: string, bytes: number): boolean {
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
  const hasRightLength = padding > 0 ? encoded.length % 4 === 0 : encoded.length % 4 !== 1;
  return hasRightLength && bytes === Math.floor(((encoded.length - padding) * 3) / 4);
}

function looksLikeUtf16(bytes: Buffer): boolean {
  return bytes.length >= 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0));
}

/** The longest beginning that is UTF-8 ends where the first wrong byte stands. */
function placeOfWrongByte(bytes: Buffer): Position {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (beginsWell(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes.subarray(0, low), { stream: true });
  return new SourceFile('template', text).positionOf(text.length);
}

/** True also when the last character is cut, as long as it may still become one. */
function beginsWell(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
