import { Buffer, isUtf8 } from 'node:buffer';
import type { Finding } from './problem.ts';
import { type FileName, type Position, SourceFile } from './source-file.ts';

export type DecodedFile = { readonly file: SourceFile; readonly bytes: Buffer } | { readonly finding: Finding };

/** Line breaks are what command line tools put into long base64. */
const base64Form = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** A file as the body carries it: base64 of UTF-8 text, with or without a byte order mark. */
export function decodeFile(name: FileName, encoded: string): DecodedFile {
  const refuse = (code: string, message: string, place: Partial<Finding> = {}): DecodedFile => ({
    finding: { code: `${name}.${code}`, message, file: null, path: [name], ...place },
  });
  if (!base64Form.test(encoded) || hasWrongLength(encoded)) {
    return refuse('not-base64', `${name} must be base64 (the standard alphabet, with padding).`);
  }
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length === 0) return refuse('empty', `The ${name} file is empty.`);
  if (!isUtf8(bytes)) {
    const hint = looksLikeUtf16(bytes) ? ' It looks like UTF-16: save it as UTF-8.' : '';
    const place = { file: name, path: [], position: placeOfWrongByte(bytes) };
    return refuse('not-utf8', `The ${name} file is not UTF-8.${hint}`, place);
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { file: new SourceFile(name, bytes.toString('utf8', hasMark ? 3 : 0)), bytes };
}

function hasWrongLength(encoded: string): boolean {
  const compact = /\s/.test(encoded) ? encoded.replaceAll(/\s+/g, '') : encoded;
  const padding = compact.endsWith('==') ? 2 : compact.endsWith('=') ? 1 : 0;
  return padding > 0 ? compact.length % 4 !== 0 : compact.length % 4 === 1;
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
