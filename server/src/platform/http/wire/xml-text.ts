import { unreadableBody } from './unreadable-body.ts';

/** What XML 1.0 cannot carry, not even as a reference. Lone surrogates are the other half: see `isWellFormed`. */
const illegal = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const illegalAll = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const needsEscape = /[&<>\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

const escapeSlowly = (text: string): string =>
  text
    .toWellFormed()
    .replace(illegalAll, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');

/**
 * Text as the content of an element. A carriage return is written as a reference, or reading would turn it into a line
 * feed. A character that XML cannot carry becomes U+FFFD: .NET writes `&#x0;` there, which no XML reader accepts.
 */
export const escapeXmlText = (text: string): string => (needsEscape.test(text) ? escapeSlowly(text) : text);

/** Where the first character stands that XML 1.0 forbids, or -1. */
export const firstIllegalCharacter = (text: string): number => {
  const index = text.search(illegal);
  if (index !== -1 || text.isWellFormed()) return index;
  return text.search(/\p{Surrogate}/u);
};

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', apos: "'", quot: '"' };
const numeric = /^#(?:x([0-9A-Fa-f]+)|([0-9]+))$/;

const isXmlCharacter = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

/** The character that a reference stands for: `amp`, `#13` or `#xD`; undefined when it is none. */
const characterOf = (reference: string): string | undefined => {
  if (reference.charCodeAt(0) !== 0x23) return Object.hasOwn(named, reference) ? named[reference] : undefined;
  const digits = numeric.exec(reference);
  if (digits === null) return undefined;
  const code = digits[1] === undefined ? Number.parseInt(digits[2] ?? '', 10) : Number.parseInt(digits[1], 16);
  return isXmlCharacter(code) ? String.fromCodePoint(code) : undefined;
};

/** Longer than any reference that means something, leading zeros included. */
const longestReference = 32;

/**
 * Text with its references replaced: the five entities that XML has by itself and character references. Others need a
 * DTD, and those are refused (contract B4). `raw` starts at `offset` of `document`, for the place of a mistake.
 */
export const decodeXmlText = (raw: string, document: string, offset: number): string => {
  let at = raw.indexOf('&');
  if (at === -1) return raw;
  let out = '';
  let from = 0;
  for (; at !== -1; at = raw.indexOf('&', from)) {
    const length = raw.slice(at + 1, at + 1 + longestReference).indexOf(';');
    const character = length < 1 ? undefined : characterOf(raw.slice(at + 1, at + 1 + length));
    if (character === undefined) {
      const problem = '"&" must begin &amp; &lt; &gt; &apos; &quot; or a reference to a character that XML allows';
      throw unreadableBody('XML', problem, document, offset + at);
    }
    out += raw.slice(from, at) + character;
    from = at + length + 2;
  }
  return out + raw.slice(from);
};
