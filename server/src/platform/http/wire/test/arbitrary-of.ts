import fc from 'fast-check';
import { asSchemaNode, isTuple, type SchemaNode } from '../schema-node.ts';

const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Any text that XML can carry, with a liking for what has a meaning in it. */
export const xmlText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<', '&', ']]>', '\r\n', ' ', 'true', '007', '_x0023_')),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join('').replace(forbidden, ''));

const key = xmlText.filter((text) => text !== '__proto__');

const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    xmlText,
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const arbitraryOfObject = (node: SchemaNode): fc.Arbitrary<unknown> => {
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, child] of Object.entries(node.properties ?? {})) members[name] = arbitraryOfNode(child);
  const [pattern] = Object.values(node.patternProperties ?? {});
  if (pattern !== undefined) return fc.dictionary(key, arbitraryOfNode(pattern), { maxKeys: 4, noNullPrototype: true });
  return fc.record(members, { requiredKeys: [...(node.required ?? [])], noNullPrototype: true });
};

const arbitraryOfNode = (node: SchemaNode): fc.Arbitrary<unknown> => {
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  if (node.anyOf !== undefined) return fc.oneof(...node.anyOf.map(arbitraryOfNode));
  switch (node.type) {
    case 'string':
      return xmlText;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
      return node.format === 'int32' ? fc.integer() : fc.maxSafeInteger();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'array':
      if (node.items === undefined || isTuple(node.items)) return fc.array(anyJson);
      return fc.array(arbitraryOfNode(node.items), { maxLength: 4 });
    case 'object':
      return arbitraryOfObject(node);
    default:
      return anyJson;
  }
};

/** Values that fit a schema. */
export const arbitraryOf = (schema: object): fc.Arbitrary<unknown> => arbitraryOfNode(asSchemaNode(schema));
