/** Lines with encoded words have at most 76 characters (RFC 2047), so each word leaves room for the name of its header. */
const mostLine = 76;
const mostInWord = 45;

/** Words with single spaces between them. */
const plainText = /^[!-~]+( [!-~]+)*$/;
const atom = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~]+";
const atoms = new RegExp(`^${atom}( ${atom})*$`);
/** What stands for itself in an encoded word, in every place that one may stand in. */
const asItself = /^[A-Za-z0-9!*+\-/]$/;

/** A text of any language as the value of a header. What looks like an encoded word is encoded, so that it stays what it is. */
export const asHeaderText = (text: string): string =>
  plainText.test(text) && !text.includes('=?') ? text : encodeWords(text);

/** A name before an address. */
export const asPhrase = (name: string): string => {
  if (!name.includes('=?')) {
    if (atoms.test(name)) return name;
    if (plainText.test(name)) return `"${name.replace(/["\\]/g, '\\$&')}"`;
  }
  return encodeWords(name);
};

const encodeWords = (text: string): string => {
  const words: string[] = [];
  let word = '';
  for (const character of text.toWellFormed()) {
    const encoded = encodeCharacter(character);
    if (word.length + encoded.length > mostInWord) {
      words.push(word);
      word = '';
    }
    word += encoded;
  }
  return [...words, word].map((each) => `=?UTF-8?Q?${each}?=`).join(' ');
};

const encodeCharacter = (character: string): string => {
  if (asItself.test(character)) return character;
  if (character === ' ') return '_';
  return [...Buffer.from(character, 'utf8')]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
};

/** Breaks a header at its spaces, where it has some. */
export const foldHeader = (header: string): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of header.split(' ')) {
    // The name of the header never stands alone: some readers take that for an empty one.
    const isFirstWord = lines.length === 0 && !line.includes(' ');
    if (line !== '' && !isFirstWord && line.length + 1 + word.length > mostLine) {
      lines.push(line);
      line = '';
      line += ` ${word}`;
    } else line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].join('\r\n');
};
