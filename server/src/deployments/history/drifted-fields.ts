import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, type JsonValue, memberOf } from '../query/json-value.ts';
import { type Path, pointerOf } from '../template/problem.ts';

export interface DriftedField {
  /** JSON pointer into the resource. */
  readonly field: string;
  /** As the last deployment left it. */
  readonly deployed: JsonValue;
  readonly current: JsonValue;
}

/** Members of a provisioned resource that are no settings, or that only the platform writes. */
const notSettings = new Set(['id', 'resourceType']);

/** What differs between two states of a resource, field by field; lists are compared as a whole. */
export function driftedFields(deployed: JsonObject, current: JsonObject): readonly DriftedField[] {
  const fields: DriftedField[] = [];
  compare(deployed, current, [], fields);
  return fields;
}

function compare(deployed: JsonObject, current: JsonObject, path: Path, fields: DriftedField[]): void {
  for (const name of new Set([...Object.keys(deployed), ...Object.keys(current)])) {
    if (path.length === 0 && notSettings.has(name)) continue;
    const [before, after] = [memberOf(deployed, name), memberOf(current, name)];
    if (isDeepStrictEqual(before, after)) continue;
    const at = [...path, name];
    if (isObject(before) && isObject(after)) compare(before, after, at, fields);
    else fields.push({ field: pointerOf(at), deployed: before, current: after });
  }
}
