import type { JsonValue } from './json-value.ts';
import { QueryError, quoted } from './query-error.ts';
import { type QuotedText, readLiteral, readQuotedName, readRawString } from './quoted-text.ts';

export type TokenKind =
  | ('end' | 'name' | 'quoted-name' | 'number' | 'literal')
  | ('.' | '*' | '@' | ',' | ':' | '(' | ')' | '{' | '}' | '[' | ']' | '[]' | '[?')
  | ('|' | '||' | '&' | '&&' | '!' | '!=' | '==' | '<' | '<=' | '>' | '>=');

/**
 * Stands on one token of a query and moves on. Works on character codes and makes no objects on its way: a submission may
 * bring tens of thousands of distinct queries.
 */
export class Lexer {
  readonly text: string;
  kind: TokenKind = 'end';
  start = 0;
  end = 0;
  /** The name, the number or the literal value; stale for punctuation. */
  value: JsonValue = null;

  constructor(text: string) {
    this.text = text;
    this.advance();
  }

  advance(): void {
    const { text } = this;
    let start = this.end;
    let code = text.charCodeAt(start);
    while (code === 32 || code === 10 || code === 9 || code === 13) {
      start += 1;
      code = text.charCodeAt(start);
    }
    this.start = start;
    if (isNameStart(code)) {
      this.#name(start);
      return;
    }
    const symbol = start >= text.length ? 'end' : punctuation(code, text.charCodeAt(start + 1));
    if (symbol === null) {
      this.#quotedOrNumber(code, start);
      return;
    }
    this.kind = symbol;
    this.end = symbol === 'end' ? start : start + symbol.length;
  }

  accept(kind: TokenKind): boolean {
    if (this.kind !== kind) return false;
    this.advance();
    return true;
  }

  /** Takes the token that must come here, and gives its place. */
  expect(kind: TokenKind): number {
    const { start } = this;
    if (this.kind !== kind) throw this.unexpected(kind);
    if (kind !== 'end') this.advance();
    return start;
  }

  unexpected(wanted?: TokenKind): QueryError {
    const { kind, start, end, text } = this;
    const missing = wanted === undefined || wanted === 'end' ? '' : `: ${wanted} is missing`;
    const message =
      kind === 'end' ? 'The query ends too early' : `${quoted(text.slice(start, end))} is not expected here`;
    return new QueryError('query.syntax', `${message}${missing}.`, text, start);
  }

  #quotedOrNumber(code: number, start: number): void {
    if (code === 0x27) this.#quoted('literal', readRawString(this.text, start));
    else if (code === 0x60) this.#quoted('literal', readLiteral(this.text, start));
    else if (code === 0x22) this.#quoted('quoted-name', readQuotedName(this.text, start));
    else this.#number(start);
  }

  #quoted(kind: TokenKind, { value, end }: QuotedText): void {
    this.kind = kind;
    this.value = value;
    this.end = end;
  }

  #name(start: number): void {
    const { text } = this;
    let end = start + 1;
    let code = text.charCodeAt(end);
    while (isNameStart(code) || isDigit(code)) {
      end += 1;
      code = text.charCodeAt(end);
    }
    this.kind = 'name';
    this.value = text.slice(start, end);
    this.end = end;
  }

  #number(start: number): void {
    const { text } = this;
    let end = text.charCodeAt(start) === 45 ? start + 1 : start;
    const digits = end;
    while (isDigit(text.charCodeAt(end))) end += 1;
    if (end === digits) {
      const hint =
        text[start] === '=' ? 'A comparison for equality is written ==.' : 'This character has no meaning here.';
      throw new QueryError('query.syntax', hint, text, start);
    }
    this.kind = 'number';
    this.value = Number(text.slice(start, end));
    this.end = end;
  }
}

const equalsSign = 0x3d;

/** Punctuation of one or two characters. */
function punctuation(code: number, next: number): TokenKind | null {
  switch (code) {
    case 0x2e:
      return '.';
    case 0x2a:
      return '*';
    case 0x40:
      return '@';
    case 0x2c:
      return ',';
    case 0x3a:
      return ':';
    case 0x28:
      return '(';
    case 0x29:
      return ')';
    case 0x7b:
      return '{';
    case 0x7d:
      return '}';
    case 0x5d:
      return ']';
    case 0x5b:
      return next === 0x5d ? '[]' : next === 0x3f ? '[?' : '[';
    case 0x7c:
      return next === code ? '||' : '|';
    case 0x26:
      return next === code ? '&&' : '&';
    case 0x21:
      return next === equalsSign ? '!=' : '!';
    case 0x3c:
      return next === equalsSign ? '<=' : '<';
    case 0x3e:
      return next === equalsSign ? '>=' : '>';
    case equalsSign:
      return next === equalsSign ? '==' : null;
    default:
      return null;
  }
}

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
