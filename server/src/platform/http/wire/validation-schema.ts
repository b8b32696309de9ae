import { asSchemaNode, isNullNode, type SchemaNode } from './schema-node.ts';

type Loose = Record<string, unknown>;

/** Keywords that describe and never check. Ajv refuses keywords that it does not know, which finds typing mistakes. */
const isDescription = (keyword: string): boolean =>
  keyword.startsWith('x-') || keyword === 'example' || keyword === 'xml' || keyword === 'externalDocs';

const isSchema = (value: unknown): value is SchemaNode => typeof value === 'object' && value !== null;

/** A schema, a list of schemas, or a boolean in place of a schema. */
const rewrite = (value: unknown, keepIds: boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, keepIds));
  return isSchema(value) ? rewriteNode(value, keepIds) : value;
};

const rewriteMap = (value: unknown, keepIds: boolean): unknown =>
  isSchema(value)
    ? Object.fromEntries(Object.entries(value).map(([key, node]) => [key, rewrite(node, keepIds)]))
    : value;

const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const subschemas = new Set([
  'items',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);

const rewriteNode = (node: SchemaNode, keepIds: boolean): Loose => {
  const folded = foldChoices(node);
  if (folded !== undefined) return rewriteNode(folded, keepIds);
  const result: Loose = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (isDescription(keyword) || (keyword === '$id' && !keepIds)) continue;
    if (maps.has(keyword)) result[keyword] = rewriteMap(value, keepIds);
    else result[keyword] = subschemas.has(keyword) ? rewrite(value, keepIds) : value;
  }
  return result;
};

/**
 * Alternatives that are plain in JSON Schema's own words: constants become one `enum`, and "this or null" becomes a
 * type that allows null. Then one mistake gives one message, about the member itself.
 */
const foldChoices = (node: SchemaNode): SchemaNode | undefined => {
  const { anyOf, oneOf, ...rest } = node;
  const choices = anyOf ?? oneOf;
  if (choices === undefined || (anyOf !== undefined && oneOf !== undefined)) return undefined;
  const others = choices.filter((choice) => !isNullNode(choice));
  const nullable = others.length < choices.length;
  if (others.length > 0 && others.every((choice) => choice.const !== undefined)) {
    return { ...rest, enum: [...others.map((choice) => choice.const), ...(nullable ? [null] : [])] };
  }
  const [only] = others;
  if (others.length !== 1 || only === undefined) return undefined;
  if (!nullable) return { ...rest, ...only };
  if (only.enum !== undefined) return { ...rest, enum: [...only.enum, null] };
  if (only.type === undefined || only.anyOf !== undefined || only.oneOf !== undefined) return undefined;
  const types = typeof only.type === 'string' ? [only.type] : only.type;
  return { ...rest, ...only, type: [...types, 'null'] };
};

const hasReference = (value: unknown): boolean =>
  isSchema(value) && (Object.hasOwn(value, '$ref') || Object.values(value).some(hasReference));

/**
 * The schema as Ajv gets it. Without references an `$id` only gets in the way: Ajv takes each for unique, and the same
 * named schema stands in many routes.
 */
export const validationSchema = (schema: object): { readonly schema: Loose; readonly hasReferences: boolean } => {
  const hasReferences = hasReference(schema);
  return { schema: rewriteNode(asSchemaNode(schema), hasReferences), hasReferences };
};
