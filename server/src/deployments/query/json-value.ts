/** Data as JSON knows it. Readonly throughout: results share parts with the data they came from. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own members only: `constructor` and `__proto__` are names like any other and never reach JavaScript's internals. */
export function memberOf(value: JsonValue, name: string): JsonValue {
  if (!isObject(value) || !Object.hasOwn(value, name)) return null;
  return value[name] ?? null;
}

/** Adds a member the way JSON.parse does: always an own one, `__proto__` included. */
export function setMember(target: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[name] = value;
  }
}
