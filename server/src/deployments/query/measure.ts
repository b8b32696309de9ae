import type { Evaluation } from './evaluation.ts';
import { isArray, type JsonValue } from './json-value.ts';
import { queryLimits } from './query-limits.ts';

/**
 * The size of a value as JSON text, before escapes. Stops as soon as it is larger than `most`: a few shared lists inside
 * one another may stand for a text of many gigabytes.
 */
export function measure(value: JsonValue, most: number, run: Evaluation, at: number): number {
  return sizeOf(value, most, run, at, 0);
}

function sizeOf(value: JsonValue, most: number, run: Evaluation, at: number, depth: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value < 10 ? 1 : String(value).length;
  if (typeof value !== 'object' || value === null) return value === false ? 5 : 4;
  if (depth >= queryLimits.valueDepth.perQuery) {
    throw run.failure('query.too-deep', 'A value is nested too deeply.', at);
  }
  let size = 2;
  if (isArray(value)) {
    for (let index = 0; index < value.length && size <= most; index += 1) {
      size += sizeOf(value[index] ?? null, most - size, run, at, depth + 1) + 1;
    }
  } else {
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue;
      size += name.length + 4 + sizeOf(value[name] ?? null, most - size, run, at, depth + 1);
      if (size > most) break;
    }
  }
  return size;
}
