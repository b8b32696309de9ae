import type { Evaluation } from './evaluation.ts';
import { isArray, type JsonValue } from './json-value.ts';

/** Lists among the elements are replaced by their own elements, one level deep; null for what is no list. */
export function flatten(items: JsonValue, run: Evaluation, at: number): JsonValue {
  if (!isArray(items)) return null;
  run.step(items.length, at);
  const flat: JsonValue[] = [];
  for (const item of items) {
    if (!isArray(item)) {
      flat.push(item);
      continue;
    }
    run.step(item.length, at);
    for (const inner of item) flat.push(inner);
  }
  return flat;
}
