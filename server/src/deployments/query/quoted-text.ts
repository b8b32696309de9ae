import { isArray, isObject, type JsonValue } from './json-value.ts';
import { QueryError } from './query-error.ts';
import { queryLimits } from './query-limits.ts';

export interface QuotedText {
  readonly value: JsonValue;
  /** The offset behind the closing quote. */
  readonly end: number;
}

/** `'text'`: only `\'` is an escape, every other backslash stays as written. */
export function readRawString(text: string, start: number): QuotedText {
  const { content, end } = readContent(text, start, "'", 'raw string');
  return { value: content, end };
}

/** `` `json` ``: any JSON value, in which a backtick is written `` \` ``. */
export function readLiteral(text: string, start: number): QuotedText {
  const { content, end } = readContent(text, start, '`', 'literal');
  const value = parseJson(content);
  if (value === undefined) {
    throw new QueryError('query.syntax', 'The literal between backticks is not valid JSON.', text, start);
  }
  return { value: frozen(value, text, start, 0), end };
}

/** `"name"`: a JSON string. */
export function readQuotedName(text: string, start: number): QuotedText {
  const end = closingQuote(text, start, '"', 'quoted name');
  const value = parseJson(text.slice(start, end));
  if (typeof value !== 'string') {
    throw new QueryError('query.syntax', 'The quoted name is not a valid JSON string.', text, start);
  }
  return { value, end };
}

function readContent(text: string, start: number, quote: string, what: string): { content: string; end: number } {
  const end = closingQuote(text, start, quote, what);
  const inside = text.slice(start + 1, end - 1);
  if (!inside.includes(quote)) return { content: inside, end };
  // Backslashes pair up from the left, so that in `\\'` the quote is not the escaped one.
  return { content: inside.replace(/\\./gs, (pair) => (pair[1] === quote ? quote : pair)), end };
}

function closingQuote(text: string, start: number, quote: string, what: string): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === quote) return at + 1;
  }
  throw new QueryError('query.syntax', `The ${what} that begins here is not closed.`, text, start);
}

function parseJson(content: string): JsonValue | undefined {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Programs are shared between requests: nobody may change a literal through a result. */
function frozen(value: JsonValue, text: string, at: number, depth: number): JsonValue {
  if (depth > queryLimits.valueDepth.perQuery) {
    throw new QueryError('query.too-deep', 'The literal is nested too deeply.', text, at);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new QueryError('query.syntax', 'The literal holds a number that is out of range.', text, at);
  }
  if (isArray(value)) for (const item of value) frozen(item, text, at, depth + 1);
  else if (isObject(value)) for (const name of Object.keys(value)) frozen(value[name] ?? null, text, at, depth + 1);
  return Object.freeze(value);
}
