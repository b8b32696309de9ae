import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export type JsonWriter = (value: unknown) => string;

const writers = new WeakMap<object, JsonWriter>();

/** A function that writes values of a schema as JSON, with the members that the schema lists. Made once per schema. */
export const compileJsonWriter = (schema: object): JsonWriter => {
  const known = writers.get(schema);
  if (known !== undefined) return known;
  // Loaded with the first answer that has a schema: a server that nobody asks does without.
  const buildJsonWriter: typeof import('fast-json-stringify') = require('fast-json-stringify');
  const writer: JsonWriter = buildJsonWriter(schema);
  writers.set(schema, writer);
  return writer;
};
