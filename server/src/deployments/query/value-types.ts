import { isArray, type JsonValue } from './json-value.ts';

export const typeNames = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

export type TypeName = (typeof typeNames)[number];

/** A set of types as bits, so that the compiler can tell that an argument can never fit. */
export type TypeSet = number;

export const types = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32, any: 63 } as const;

export function typeName(value: JsonValue): TypeName {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return isArray(value) ? 'array' : 'object';
}

export function typeOf(value: JsonValue): TypeSet {
  return types[typeName(value)];
}

/** The names in a set, for messages: `array or object`. */
export function describeTypes(set: TypeSet): string {
  return typeNames.filter((name) => (set & types[name]) !== 0).join(' or ');
}
