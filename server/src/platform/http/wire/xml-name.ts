/** Characters that XML 1.0 (5th edition) allows at the start of a name; the colon belongs to namespaces. */
const startCharacters =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const laterCharacters = `${startCharacters}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040`;

/** The source of an expression for a name without prefix. */
export const localNamePattern = `[${startCharacters}][${laterCharacters}]*`;

/** Whether an ASCII character may begin a name (1) or stand in it (2); others go the long way. */
const nameTable = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) return 1;
  return /[0-9.-]/.test(character) ? 2 : 0;
});

/** The end of a name of ASCII letters that begins at `from`, or `from` when a name must be read the long way. */
export const endOfPlainName = (text: string, from: number): number => {
  if (nameTable[text.charCodeAt(from)] !== 1) return from;
  let end = from + 1;
  while ((nameTable[text.charCodeAt(end)] ?? 0) !== 0) end += 1;
  const after = text.charCodeAt(end);
  return after === 0x3a || after > 127 ? from : end;
};

/**
 * What we write in names as it is: letters on which all editions of XML 1.0 agree. Many readers, .NET's too, still
 * follow the fourth edition, which knows fewer than the fifth.
 */
const safeStart = 'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u00FF';
const safeLater = `${safeStart}\\-.0-9`;
const plainName = /^[A-Za-z_][A-Za-z0-9.-]*$/;
const forbidden = new RegExp(`[^${safeLater}]`, 'gu');
const forbiddenFirst = new RegExp(`^[^${safeStart}]`, 'u');
/** An underscore that would read as the start of an escape, also when the escape of the next character completes it. */
const looksEscaped = new RegExp(`_(?=x(?:[0-9A-Fa-f]{4}|[0-9A-Fa-f]{8})?(?:_|[^${safeLater}]))`, 'gu');
const escaped = /_x(?:([0-9A-Fa-f]{8})|([0-9A-Fa-f]{4}))_/g;

/** The empty name has no form in .NET; `_x_` is ours, and a literal `_x_` is escaped. */
const emptyName = '_x_';

const escapeCharacter = (character: string): string => {
  const code = character.isWellFormed() ? (character.codePointAt(0) ?? 0xfffd) : 0xfffd;
  return `_x${code
    .toString(16)
    .toUpperCase()
    .padStart(code > 0xffff ? 8 : 4, '0')}_`;
};

/** A member's name as an XML element name, escaped the way .NET does it: `#companies` becomes `_x0023_companies`. */
export const encodeXmlName = (name: string): string => {
  if (plainName.test(name)) return name;
  if (name === '') return emptyName;
  return name
    .replace(looksEscaped, '_x005F_')
    .replace(forbidden, escapeCharacter)
    .replace(forbiddenFirst, escapeCharacter);
};

const isCharacter = (code: number): boolean => code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

/** The member's name that an element name stands for. Escapes of what is no character stay as they are. */
export const decodeXmlName = (name: string): string => {
  if (!name.includes('_x')) return name;
  if (name === emptyName) return '';
  return name.replace(escaped, (whole, long: string | undefined, short: string | undefined) => {
    const code = Number.parseInt(long ?? short ?? '', 16);
    return isCharacter(code) ? String.fromCodePoint(code) : whole;
  });
};
