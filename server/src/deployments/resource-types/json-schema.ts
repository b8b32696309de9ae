/** As much of JSON Schema (draft-07, which every editor knows) as our schemas use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $schema?: string;
  readonly $id?: string;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

/** An inline query may stand in place of every value below `sections` (contract A3). */
export const queryReference: JsonSchema = { $ref: '#/definitions/query' };

type Extra = Pick<JsonSchema, 'description' | 'default' | 'examples'>;

/** A value of this kind, or a query that gives one. */
export function orQuery(schema: JsonSchema, extra: Extra = {}): JsonSchema {
  return { ...extra, anyOf: [schema, queryReference] };
}

export function text(
  description: string,
  most: number,
  extra: Extra & { readonly nullable?: boolean } = {},
): JsonSchema {
  const { nullable = false, ...rest } = extra;
  return { type: nullable ? ['string', 'null'] : 'string', description, maxLength: most, ...rest };
}

export function flag(description: string, fallback: boolean): JsonSchema {
  return orQuery({ type: ['boolean', 'null'] }, { description, default: fallback });
}

export function list(items: JsonSchema, description: string, most: number): JsonSchema {
  return orQuery({ type: ['array', 'null'], items, maxItems: most }, { description, default: [] });
}

export function object(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Whether the schema of a resource says that a list stands at the path. */
export function takesList(schema: JsonSchema, path: readonly (string | number)[]): boolean {
  const [first, ...rest] = path;
  if (schema.anyOf !== undefined) return schema.anyOf.some((option) => takesList(option, path));
  if (first === undefined)
    return schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
  const below = typeof first === 'number' ? schema.items : schema.properties?.[first];
  return below !== undefined && takesList(below, rest);
}
