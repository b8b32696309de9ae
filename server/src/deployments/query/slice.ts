import type { Evaluation } from './evaluation.ts';
import { isArray, type JsonValue } from './json-value.ts';

export interface SliceBounds {
  readonly start: number | null;
  readonly stop: number | null;
  readonly step: number;
}

/** A slice of a list or, by code points, of a text; null for anything else. */
export function sliceValue(value: JsonValue, bounds: SliceBounds, run: Evaluation, at: number): JsonValue {
  if (isArray(value)) return take(value, bounds, run, at);
  if (typeof value !== 'string') return null;
  run.step(value.length >> 2, at);
  run.grow(value.length, at);
  return take([...value], bounds, run, at).join('');
}

/** The rules are those of Python's slices. The step is never 0 here. */
function take<T>(items: readonly T[], { start, stop, step }: SliceBounds, run: Evaluation, at: number): readonly T[] {
  const lowest = step > 0 ? 0 : -1;
  const highest = step > 0 ? items.length : items.length - 1;
  const clamp = (position: number) =>
    Math.min(Math.max(position < 0 ? position + items.length : position, lowest), highest);
  const first = start === null ? (step > 0 ? lowest : highest) : clamp(start);
  const end = stop === null ? (step > 0 ? highest : lowest) : clamp(stop);
  const count = Math.max(0, Math.ceil((end - first) / step));
  run.step(count >> 2, at);
  const taken: T[] = [];
  for (let index = first; taken.length < count; index += step) {
    const item = items[index];
    if (item === undefined) break;
    taken.push(item);
  }
  return taken;
}
