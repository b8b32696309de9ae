import { type Evaluation, namesOf } from './evaluation.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from './json-value.ts';
import { queryLimits } from './query-limits.ts';

/** Deep equality of JSON values; the order of members does not matter. Each pair that is looked at is a step. */
export function equals(a: JsonValue, b: JsonValue, run: Evaluation, at: number, depth = 0): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length !== b.length) return false;
    run.step(a.length >> 6, at);
    return a === b;
  }
  if (a === b) return true;
  if (isArray(a)) return isArray(b) && a.length === b.length && sameItems(a, b, run, at, depth + 1);
  return isObject(a) && isObject(b) && sameMembers(a, b, run, at, depth + 1);
}

function sameItems(a: readonly JsonValue[], b: readonly JsonValue[], run: Evaluation, at: number, depth: number) {
  guardDepth(run, at, depth);
  for (let index = 0; index < a.length; index += 1) {
    run.step(1, at);
    if (!equals(a[index] ?? null, b[index] ?? null, run, at, depth)) return false;
  }
  return true;
}

function sameMembers(a: JsonObject, b: JsonObject, run: Evaluation, at: number, depth: number): boolean {
  guardDepth(run, at, depth);
  const names = namesOf(a, run, at);
  if (names.length !== namesOf(b, run, at).length) return false;
  for (const name of names) {
    run.step(1, at);
    if (!Object.hasOwn(b, name) || !equals(a[name] ?? null, b[name] ?? null, run, at, depth)) return false;
  }
  return true;
}

function guardDepth(run: Evaluation, at: number, depth: number): void {
  if (depth <= queryLimits.valueDepth.perQuery) return;
  throw run.failure('query.too-deep', 'A value in this comparison is nested too deeply.', at);
}
