import { asSchemaNode, type SchemaNode } from './schema-node.ts';

/** A route's `schema.response`: schemas by status, by class of status (`4xx`), or `default`. */
export type ResponseSchemas = Readonly<Record<string | number, object>>;

interface WithContent {
  readonly content?: Readonly<Record<string, { readonly schema?: SchemaNode }>>;
}

const jsonType = 'application/json';

const schemaWithin = (entry: object, mediaType: string): object | undefined => {
  const { content } = entry as WithContent;
  if (content === undefined) return entry;
  return (content[mediaType] ?? content[jsonType] ?? content['*/*'])?.schema;
};

/** The schema that a response of this status and media type is written by; the same order of search as for JSON. */
export const responseSchema = (
  schemas: ResponseSchemas | undefined,
  status: number,
  mediaType: string,
): object | undefined => {
  if (schemas === undefined) return undefined;
  const group = Math.floor(status / 100);
  const entry = schemas[status] ?? schemas[`${group}xx`] ?? schemas[`${group}XX`] ?? schemas.default;
  return entry === undefined ? undefined : schemaWithin(entry, mediaType);
};

/** Every schema that responses may be written by, for tests that compile them all. */
export const allResponseSchemas = (schemas: ResponseSchemas): object[] =>
  Object.values(schemas).flatMap((entry) => {
    const { content } = entry as WithContent;
    if (content === undefined) return [asSchemaNode(entry)];
    return Object.values(content).flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
  });
