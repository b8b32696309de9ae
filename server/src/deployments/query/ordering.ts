import { compareCodePoints, sharedPrefix } from './code-points.ts';
import type { Evaluation } from './evaluation.ts';
import { type Expression, type Sortable, sortable } from './function-parameters.ts';
import type { JsonValue } from './json-value.ts';

/** Numbers by size, text by code point. Comparing long texts with a long common beginning counts as work. */
function compare(a: JsonValue, b: JsonValue, run: Evaluation, at: number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== 'string' || typeof b !== 'string') return 0;
  const shared = sharedPrefix(a, b);
  run.step(shared >> 3, at);
  return compareCodePoints(a, b, shared);
}

/** The elements in ascending order of their keys; equal keys keep their order. */
export function sortByKeys(
  items: readonly JsonValue[],
  keys: Sortable,
  run: Evaluation,
  at: number,
): readonly JsonValue[] {
  run.step(Math.ceil(keys.length * Math.log2(keys.length + 1)), at);
  const order = items.map((item, index) => ({ item, key: keys[index] ?? null }));
  order.sort((a, b) => compare(a.key, b.key, run, at));
  return order.map(({ item }) => item);
}

/** The first of the elements with the largest key, or with the smallest when `sign` is -1; null when there are none. */
export function extremeByKeys(
  items: readonly JsonValue[],
  keys: Sortable,
  sign: 1 | -1,
  run: Evaluation,
  at: number,
): JsonValue {
  let best = 0;
  for (let index = 1; index < keys.length; index += 1) {
    if (compare(keys[index] ?? null, keys[best] ?? null, run, at) * sign > 0) best = index;
  }
  return items[best] ?? null;
}

/** The keys of a `_by` function: all numbers or all strings. */
export function keysOf(
  items: readonly JsonValue[],
  expression: Expression,
  run: Evaluation,
  { name, at }: { readonly name: string; readonly at: number },
): Sortable {
  run.step(items.length * expression.cost, at);
  const keys: JsonValue = items.map(expression.apply);
  if (sortable.accepts(keys)) return keys;
  throw run.failure('query.invalid-type', `The keys for ${name}() must be all numbers or all strings.`, at);
}
