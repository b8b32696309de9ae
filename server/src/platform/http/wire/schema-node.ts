/** A TypeBox schema as the wire code reads it: a plain JSON Schema object with the keywords that matter here. */
export interface SchemaNode {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode | readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
}

/** TypeBox types its schemas as opaque interfaces; underneath they are the JSON Schema objects that we read. */
export const asSchemaNode = (schema: object): SchemaNode => schema as SchemaNode;

export const isNullNode = (node: SchemaNode): boolean => node.type === 'null' || node.const === null;

/** Whether an `items` keyword lists one schema per place (a tuple) instead of one for all. */
export const isTuple = (items: SchemaNode | readonly SchemaNode[]): items is readonly SchemaNode[] =>
  Array.isArray(items);
