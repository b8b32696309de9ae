import type { Shape } from './shape.ts';
import { encodeXmlName } from './xml-name.ts';
import { escapeXmlText } from './xml-text.ts';

export const nilElement = (tag: string, attributes = ''): string => `<${tag}${attributes} xsi:nil="true"/>`;

/** A response that does not fit its schema is our mistake and must not leave half filtered; JSON refuses it as well. */
export const unfitValue = (problem: string): Error => new TypeError(`response does not fit its schema: ${problem}`);

export const asRecord = (value: unknown, name: string): Readonly<Record<string, unknown>> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw unfitValue(`"${name}" is not an object`);
};

export const asList = (value: unknown, name: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw unfitValue(`"${name}" is not an array`);
};

/** A scalar as an element; what JSON writes as null is `xsi:nil`. */
export const writeScalar = (tag: string, value: unknown, attributes = ''): string => {
  if (value === null || value === undefined) return nilElement(tag, attributes);
  if (typeof value === 'number' && !Number.isFinite(value)) return nilElement(tag, attributes);
  if (typeof value === 'object' && !(value instanceof Date)) throw unfitValue(`"${tag}" is not a scalar`);
  const text = value instanceof Date ? value.toISOString() : escapeXmlText(String(value));
  return `<${tag}${attributes}>${text}</${tag}>`;
};

/** Names that every object inherits, where only an own member counts. */
export const isInherited = (key: string): boolean => key in Object.prototype;

const typeOfNumber = (value: number): string => {
  if (!Number.isSafeInteger(value)) return 'xs:double';
  return value === (value | 0) ? 'xs:int' : 'xs:long';
};

const typeOfValue = (value: unknown, shape: Shape): string => {
  if (Array.isArray(value)) return `ArrayOf${encodeXmlName(shape.items?.name ?? 'anyType')}`;
  if (typeof value === 'number') return typeOfNumber(value);
  if (typeof value === 'boolean') return 'xs:boolean';
  return typeof value === 'object' && !(value instanceof Date) ? 'object' : 'xs:string';
};

const writeMembers = (shape: Shape, record: Readonly<Record<string, unknown>>): string => {
  let out = '';
  for (const [key, member] of shape.members ?? []) {
    const value = isInherited(key) && !Object.hasOwn(record, key) ? undefined : record[key];
    if (value !== undefined) out += writeXmlElement(member.shape, encodeXmlName(key), value);
    else if (member.required) throw unfitValue(`"${key}" is missing`);
  }
  return shape.rest === undefined ? out : out + writeRest(shape, shape.rest, record);
};

/** The members of a map, or of an object that is open to more than it lists. */
export const writeRest = (shape: Shape, rest: Shape, record: Readonly<Record<string, unknown>>): string => {
  let out = '';
  for (const [key, value] of Object.entries(record)) {
    if (value !== undefined && shape.members?.has(key) !== true)
      out += writeXmlElement(rest, encodeXmlName(key), value);
  }
  return out;
};

/**
 * One element by its shape, slow but complete: maps, and values of more than one kind, which carry `xsi:type` so that
 * a reader can tell `5` from `"5"`.
 */
export const writeXmlElement = (shape: Shape, tag: string, value: unknown, attributes = ''): string => {
  if (value === null || value === undefined) return nilElement(tag, attributes);
  const described = shape.mixed ? `${attributes} xsi:type="${typeOfValue(value, shape)}"` : attributes;
  const isObject = typeof value === 'object' && !(value instanceof Date);
  if (shape.items !== undefined && (Array.isArray(value) || !(isObject || shape.mixed))) {
    const { items } = shape;
    const name = encodeXmlName(items.name);
    const inner = asList(value, tag).map((item) => writeXmlElement(items, name, item));
    return `<${tag}${described}>${inner.join('')}</${tag}>`;
  }
  if (shape.members !== undefined && (isObject || !shape.mixed)) {
    return `<${tag}${described}>${writeMembers(shape, asRecord(value, tag))}</${tag}>`;
  }
  return writeScalar(tag, value, described);
};
