import { isArray, isObject, type JsonObject, type JsonValue } from './json-value.ts';
import { type TypeSet, types } from './value-types.ts';

/** What a function takes at one place: a test at run time, and a set of types for the compiler. */
export interface Parameter<T extends JsonValue> {
  readonly expects: string;
  readonly types: TypeSet;
  /** The test looks at every element of a list, which counts as work. */
  readonly each: boolean;
  readonly accepts: (value: JsonValue) => value is T;
}

/** An expression handed over with `&`. `cost` counts what one application evaluates. */
export interface Expression {
  readonly apply: (value: JsonValue) => JsonValue;
  readonly cost: number;
}

export type Sortable = readonly number[] | readonly string[];

export const anything: Parameter<JsonValue> = {
  expects: 'any',
  types: types.any,
  each: false,
  accepts: (value): value is JsonValue => value !== undefined,
};

export const number: Parameter<number> = {
  expects: 'number',
  types: types.number,
  each: false,
  accepts: (value) => typeof value === 'number',
};

export const string: Parameter<string> = {
  expects: 'string',
  types: types.string,
  each: false,
  accepts: (value) => typeof value === 'string',
};

export const scalar: Parameter<string | number | boolean> = {
  expects: 'string|number|boolean',
  types: types.string | types.number | types.boolean,
  each: false,
  accepts: (value) => value !== null && typeof value !== 'object',
};

export const object: Parameter<JsonObject> = {
  expects: 'object',
  types: types.object,
  each: false,
  accepts: isObject,
};

export const array: Parameter<readonly JsonValue[]> = {
  expects: 'array',
  types: types.array,
  each: false,
  accepts: isArray,
};

export const textOrArray: Parameter<string | readonly JsonValue[]> = {
  expects: 'string|array',
  types: types.string | types.array,
  each: false,
  accepts: (value) => typeof value === 'string' || isArray(value),
};

export const sized: Parameter<string | readonly JsonValue[] | JsonObject> = {
  expects: 'string|array|object',
  types: types.string | types.array | types.object,
  each: false,
  accepts: (value) => typeof value === 'string' || isArray(value) || isObject(value),
};

export const numbers: Parameter<readonly number[]> = {
  expects: 'array[number]',
  types: types.array,
  each: true,
  accepts: (value): value is readonly number[] => isArray(value) && value.every((item) => typeof item === 'number'),
};

export const strings: Parameter<readonly string[]> = {
  expects: 'array[string]',
  types: types.array,
  each: true,
  accepts: (value): value is readonly string[] => isArray(value) && value.every((item) => typeof item === 'string'),
};

export const sortable: Parameter<Sortable> = {
  expects: 'array[number]|array[string]',
  types: types.array,
  each: true,
  accepts: (value): value is Sortable => numbers.accepts(value) || strings.accepts(value),
};

export const expression = { expects: '&expression' } as const;

export type AnyParameter = Parameter<JsonValue> | typeof expression;

export function isExpression(parameter: AnyParameter): parameter is typeof expression {
  return parameter === expression;
}

/** Says what was wrong with an argument without showing it. */
export function describeMismatch(name: string, index: number, parameter: AnyParameter, got: string): string {
  const place = `Argument ${index + 1} of ${name}()`;
  if (isExpression(parameter)) return `${place} must be an expression, written with & before it.`;
  return `${place} must be ${parameter.expects}, not ${parameter.each && got === 'array' ? 'an array of other things' : got}.`;
}
