import { isArray, type JsonValue } from './json-value.ts';

export interface Outcome {
  /** False where the query found nothing: null, or an empty list (contract A6). A bad query is a QueryError instead. */
  readonly matched: boolean;
  readonly value: JsonValue;
}

/** A list of exactly one element stands for the element, once and not recursively (contract A5). */
export function unwrapResult(result: JsonValue): Outcome {
  if (!isArray(result)) return { matched: result !== null, value: result };
  const [only = null] = result;
  if (result.length === 0) return { matched: false, value: null };
  return { matched: true, value: result.length === 1 ? only : result };
}
