import { asSchemaNode, isNullNode, isTuple, type SchemaNode } from './schema-node.ts';

const scalarNames: Readonly<Record<string, string>> = { string: 'string', boolean: 'boolean', null: 'anyType' };

const nameOfNumber = (node: SchemaNode, type: string): string => {
  if (type === 'integer') return node.format === 'int64' ? 'long' : 'int';
  return node.format === 'float' ? 'float' : 'double';
};

const nameOfType = (node: SchemaNode, type: string): string => {
  if (type === 'array') {
    const items = node.items;
    return `ArrayOf${items === undefined || isTuple(items) ? 'anyType' : nameOfNode(items)}`;
  }
  if (type === 'object') return 'object';
  if (type === 'integer' || type === 'number') return nameOfNumber(node, type);
  return scalarNames[type] ?? 'anyType';
};

const nameOfConstant = (value: unknown): string => {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double';
  return 'anyType';
};

const single = (names: readonly string[]): string => {
  const different = new Set(names);
  return (different.size === 1 ? names[0] : undefined) ?? 'anyType';
};

const nameOfNode = (node: SchemaNode): string => {
  // An `$id` may be a whole address: the last part is the name.
  const given = node.$id?.split(/[/#]/).at(-1) || node.title || node.$ref?.split(/[/#]/).at(-1);
  if (given) return given;
  const choices = node.anyOf ?? node.oneOf;
  if (choices !== undefined) return single(choices.filter((choice) => !isNullNode(choice)).map(nameOfNode));
  if (node.allOf !== undefined) return single(node.allOf.map(nameOfNode));
  if (node.const !== undefined) return nameOfConstant(node.const);
  if (node.enum !== undefined) return single(node.enum.filter((value) => value !== null).map(nameOfConstant));
  const types = (typeof node.type === 'string' ? [node.type] : (node.type ?? [])).filter((type) => type !== 'null');
  return single(types.map((type) => nameOfType(node, type)));
};

/**
 * What a schema is called in XML (contract B4): its `$id` or title, `ArrayOf<name of the items>` for arrays, and the
 * names that .NET's data contracts give to scalars (`string`, `boolean`, `int`, `long`, `double`).
 */
export const schemaName = (schema: object): string => nameOfNode(asSchemaNode(schema));
