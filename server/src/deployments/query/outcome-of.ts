import { compile } from './compile.ts';
import { evaluate } from './evaluate.ts';
import type { QueryContext } from './evaluation.ts';
import type { JsonValue } from './json-value.ts';
import { QueryError } from './query-error.ts';

export type QueryOutcome = { readonly value: JsonValue } | { readonly code: string };

/** What a query comes to, for the tables in the tests of this folder: a value or the code of its error. */
export function outcomeOf(expression: string, data: JsonValue, context: QueryContext = {}): QueryOutcome {
  try {
    return { value: evaluate(compile(expression), data, context) };
  } catch (problem) {
    if (problem instanceof QueryError) return { code: problem.code };
    throw problem;
  }
}
