import type { ErrorObject } from 'ajv';

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const formatNames: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  uri: 'an absolute URI',
  'uri-reference': 'a URI or a relative reference',
  'date-time': 'a date and time such as 2026-01-31T10:00:00Z',
  date: 'a date such as 2026-01-31',
  byte: 'base64 text',
  int32: 'a 32-bit integer',
  int64: 'a 64-bit integer',
};

const shownValues = 20;

const listed = (values: readonly unknown[]): string => {
  const names = values.slice(0, shownValues).map((value) => (value === null ? 'null' : `\`${String(value)}\``));
  return names.join(', ') + (values.length > shownValues ? ', ...' : '');
};

const plural = (count: unknown, one: string): string => `${String(count)} ${one}${count === 1 ? '' : 's'}`;

type Params = Readonly<Record<string, unknown>>;

const texts: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) =>
    `must be ${[type]
      .flat()
      .map((name) => typeNames[String(name)] ?? String(name))
      .join(' or ')}`,
  required: () => 'is required',
  enum: ({ allowedValues }) => `must be one of ${listed([allowedValues].flat())}`,
  const: ({ allowedValue }) => `must be ${listed([allowedValue])}`,
  format: ({ format }) => `must be ${formatNames[String(format)] ?? `of the format ${String(format)}`}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${plural(limit, 'character')}`),
  maxLength: ({ limit }) => `must have at most ${plural(limit, 'character')}`,
  pattern: () => 'has characters or a form that is not allowed',
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minItems: ({ limit }) => `must have at least ${plural(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${plural(limit, 'item')}`,
  uniqueItems: () => 'must not have the same item twice',
  minProperties: ({ limit }) => `must have at least ${plural(limit, 'member')}`,
  maxProperties: ({ limit }) => `must have at most ${plural(limit, 'member')}`,
  propertyNames: () => 'has a member whose name is not allowed',
  additionalProperties: () => 'has a member that does not belong there',
  anyOf: () => 'has none of the allowed forms',
  oneOf: () => 'must have exactly one of the allowed forms',
};

/** What is wrong, in our words. It tells limits and allowed values, never the value that came. */
export const problemText = (error: ErrorObject): string => texts[error.keyword]?.(error.params) ?? 'is not allowed';
