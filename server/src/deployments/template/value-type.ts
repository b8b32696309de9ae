import { isArray, isObject, type JsonValue } from '../query/json-value.ts';

/** The types that a parameter or a variable may declare (contract A1). */
export const valueTypes = ['string', 'boolean', 'number', 'object', 'array', 'secret'] as const;
export type ValueType = (typeof valueTypes)[number];

export function isValueType(value: JsonValue): value is ValueType {
  return valueTypes.some((type) => type === value);
}

/** Null fits every type but a secret: it is how a template clears a field by a parameter. */
export function fitsType(type: ValueType, value: JsonValue): boolean {
  if (value === null) return type !== 'secret';
  switch (type) {
    case 'string':
    case 'secret':
      return typeof value === 'string';
    case 'boolean':
    case 'number':
      return typeof value === type;
    case 'object':
      return isObject(value);
    case 'array':
      return isArray(value);
  }
}

export function describeType(type: ValueType): string {
  const words: Record<ValueType, string> = {
    string: 'a text',
    secret: 'a text',
    boolean: 'true or false',
    number: 'a number',
    object: 'an object',
    array: 'a list',
  };
  return words[type];
}
