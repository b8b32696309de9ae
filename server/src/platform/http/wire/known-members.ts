import { anyShape, type Shape } from './shape.ts';

const pick = (shape: Shape, record: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  for (const [key, member] of shape.members ?? []) {
    if (Object.hasOwn(record, key)) result[key] = knownMembers(member.shape, record[key]);
  }
  if (shape.rest === undefined) return result;
  for (const [key, value] of Object.entries(record)) {
    if (!Object.hasOwn(result, key) && key !== '__proto__') result[key] = knownMembers(shape.rest, value);
  }
  return result;
};

/**
 * The value with the members that its schema knows and no others (contract B5), so that JSON gives a handler exactly
 * what XML does. What does not fit the schema is left as it is, for the validator.
 */
export const knownMembers = (shape: Shape, value: unknown): unknown => {
  if (shape === anyShape || typeof value !== 'object' || value === null) return value;
  const { items } = shape;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => knownMembers(items, item));
  return shape.members === undefined ? value : pick(shape, value as Record<string, unknown>);
};
