/** Every way a query can be refused, with the words for the reference pages. The first five are the specification's. */
export const queryErrorCodes = {
  'query.syntax': 'The text is not a query.',
  'query.invalid-type': 'A function got an argument of a type that it does not take.',
  'query.invalid-arity': 'A function got too few or too many arguments.',
  'query.invalid-value': 'A value is of the right type but out of range, such as a slice with step 0.',
  'query.unknown-function': 'There is no function of that name.',
  'query.unknown-parameter': 'A parameter is named that was not given.',
  'query.unknown-variable': 'A variable is named that is not defined, or not yet.',
  'query.too-long': 'The text of the query is too long.',
  'query.too-deep': 'The query, or a value that it works on, is nested too deeply.',
  'query.too-many-steps': 'The query does too much work.',
  'query.too-much-text': 'The query builds too much text.',
  'query.result-too-large': 'The result of the query is too large.',
} as const;

export type QueryErrorCode = keyof typeof queryErrorCodes;

const excerptReach = 48;

/**
 * A query that is wrong, as opposed to one that finds nothing. Tells what and where; never holds a value from the data.
 * `offset` counts UTF-16 units from 0, `line` and `column` count from 1; `excerpt` is the line with a caret under the place.
 */
export class QueryError extends Error {
  readonly code: QueryErrorCode;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly excerpt: string;

  constructor(code: QueryErrorCode, message: string, text: string, offset: number) {
    super(message);
    this.name = 'QueryError';
    this.code = code;
    this.offset = Math.min(Math.max(offset, 0), text.length);
    const lines = text.slice(0, this.offset).split(/\r\n|\n|\r/);
    this.line = lines.length;
    this.column = (lines.at(-1)?.length ?? 0) + 1;
    this.excerpt = excerptOf(text, this.offset, this.offset - this.column + 1);
  }
}

function excerptOf(text: string, offset: number, lineStart: number): string {
  const from = Math.max(lineStart, offset - excerptReach);
  const rest = /^[^\r\n]*/.exec(text.slice(offset, offset + excerptReach))?.[0] ?? '';
  const before = visible(text.slice(from, offset));
  const lead = from > lineStart ? '…' : '';
  const tail = /^[^\r\n]/.test(text.slice(offset + rest.length)) && rest.length === excerptReach ? '…' : '';
  return `${lead}${before}${visible(rest)}${tail}\n${' '.repeat([...lead, ...before].length)}^`;
}

/**
 * Control characters, separators of lines and what turns the direction of writing would move the caret or the terminal;
 * halves of a cut pair are not characters.
 */
function visible(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}

const mostQuoted = 80;

/** A part of the query as a message may repeat it: on one line, and not too long. */
export function quoted(part: string): string {
  return visible(part.length > mostQuoted ? `${part.slice(0, mostQuoted)}…` : part);
}
