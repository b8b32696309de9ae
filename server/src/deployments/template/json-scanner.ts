export type Token = '{' | '}' | '[' | ']' | ',' | ':' | 'text' | 'number' | 'true' | 'false' | 'null' | 'end';

/** A mistake in the JSON itself. */
export class JsonMistake extends Error {
  readonly code: string;
  readonly offset: number;

  constructor(code: string, message: string, offset: number) {
    super(message);
    this.name = 'JsonMistake';
    this.code = code;
    this.offset = offset;
  }
}

const numberForm = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const wordForm = /[\w$.+-]+/y;
const lineEnd = /[\r\n]/g;
const controls = /[\u0000-\u001f]/;
const escapeForm = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * The tokens of JSON with comments (contract A14). Texts are cut out and decoded in one piece: scanners that add
 * character to character turn 16 MiB of blanks or escapes into half a gigabyte.
 */
export class JsonScanner {
  readonly #text: string;
  #at = 0;
  /** Where the last token begins. */
  offset = 0;
  /** The value of the last text or number. */
  value: string | number = '';

  constructor(text: string) {
    this.#text = text;
  }

  next(): Token {
    this.#skipBlanks();
    const text = this.#text;
    this.offset = this.#at;
    if (this.#at >= text.length) return 'end';
    switch (text.charCodeAt(this.#at)) {
      case 0x7b:
        return this.#mark('{');
      case 0x7d:
        return this.#mark('}');
      case 0x5b:
        return this.#mark('[');
      case 0x5d:
        return this.#mark(']');
      case 0x2c:
        return this.#mark(',');
      case 0x3a:
        return this.#mark(':');
      case 0x22:
        return this.#readText();
      default:
        return this.#readWord();
    }
  }

  #mark(token: Token): Token {
    this.#at += 1;
    return token;
  }

  #skipBlanks(): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) this.#at += 1;
      else if (code === 0x2f) this.#skipComment();
      else return;
    }
  }

  #skipComment(): void {
    const text = this.#text;
    const second = text.charCodeAt(this.#at + 1);
    if (second === 0x2f) {
      lineEnd.lastIndex = this.#at;
      this.#at = lineEnd.exec(text)?.index ?? text.length;
    } else if (second === 0x2a) {
      const end = text.indexOf('*/', this.#at + 2);
      if (end === -1) throw new JsonMistake('json.syntax', 'The comment that begins here has no end.', this.#at);
      this.#at = end + 2;
    } else {
      throw new JsonMistake('json.syntax', 'A single / is neither a value nor a comment.', this.#at);
    }
  }

  #readText(): Token {
    const text = this.#text;
    const start = this.#at + 1;
    const end = endOfText(text, start);
    const raw = text.slice(start, end);
    const control = controls.exec(raw);
    if (control !== null) {
      const what = /[\r\n]/.test(control[0]) ? 'The text that begins here is not closed on its line' : undefined;
      throw what === undefined
        ? new JsonMistake('json.syntax', 'Control characters in a text must be escaped.', start + control.index)
        : new JsonMistake('json.syntax', `${what}.`, this.#at);
    }
    if (end === text.length) throw new JsonMistake('json.syntax', 'The text that begins here has no end.', this.#at);
    this.value = raw.includes('\\') ? decode(raw, start) : raw;
    this.#at = end + 1;
    return 'text';
  }

  #readWord(): Token {
    numberForm.lastIndex = this.#at;
    wordForm.lastIndex = this.#at;
    const word = wordForm.exec(this.#text)?.[0] ?? '';
    const number = numberForm.exec(this.#text)?.[0];
    if (number !== undefined && number.length === word.length) {
      this.value = Number(number);
      if (!Number.isFinite(this.value)) {
        throw new JsonMistake('json.number-range', 'The number is too large.', this.#at);
      }
      this.#at += number.length;
      return 'number';
    }
    if (word === 'true' || word === 'false' || word === 'null') {
      this.#at += word.length;
      return word;
    }
    const problem = /^[-+.0-9]/.test(word) ? 'This is not a number as JSON writes it.' : 'This is not a JSON value.';
    throw new JsonMistake('json.syntax', problem, this.#at);
  }
}

/** Where the closing quote stands, or the end of everything. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (first > start && text.charCodeAt(first - 1) === 0x5c) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

function decode(raw: string, start: number): string {
  let value: string;
  try {
    value = JSON.parse(`"${raw}"`);
  } catch {
    throw new JsonMistake('json.syntax', 'This is no escape that JSON knows.', start + wrongEscape(raw));
  }
  if (value.isWellFormed() && !value.includes('\0')) return value;
  const message = 'The text holds the character U+0000 or half of a surrogate pair, which cannot be stored.';
  throw new JsonMistake('json.unstorable-text', message, start - 1);
}

function wrongEscape(raw: string): number {
  for (let at = raw.indexOf('\\'); at !== -1; at = raw.indexOf('\\', escapeForm.lastIndex)) {
    escapeForm.lastIndex = at;
    if (!escapeForm.test(raw)) return at;
  }
  return 0;
}

/** Where a character of the decoded text stands in the file, for a text whose opening quote is at `offset`. */
export function offsetInText(text: string, offset: number, character: number): number {
  let at = offset + 1;
  for (let decoded = 0; decoded < character && text[at] !== '"' && at < text.length; decoded += 1) {
    if (text[at] !== '\\') at += 1;
    else at += text[at + 1] === 'u' ? 6 : 2;
  }
  return at;
}
