import buildJsonWriter from 'fast-json-stringify';

export type JsonWriter = (value: unknown) => string;

const writers = new WeakMap<object, JsonWriter>();

/** A function that writes values of a schema as JSON, with the members that the schema lists. Made once per schema. */
export const compileJsonWriter = (schema: object): JsonWriter => {
  const known = writers.get(schema);
  if (known !== undefined) return known;
  const writer: JsonWriter = buildJsonWriter(schema);
  writers.set(schema, writer);
  return writer;
};
