import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';

const member = fc.oneof(fc.constantFrom('id', '#count', 'name', '1', '_x_', 'constructor', 'ArrayOf'), fc.string());

/** Schemas of every form that the areas use, nested and nullable at will. */
export const arbitrarySchema: fc.Arbitrary<TSchema> = fc.letrec<{ schema: TSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constant(Type.String()),
    fc.constant(Type.Integer()),
    fc.constant(Type.Boolean()),
    fc.constant(Type.Number()),
    fc.constant(Type.Enum(['a', 'b', ' '])),
    fc.constant(Type.Unknown()),
    tie('schema').map((schema) => Type.Union([schema, Type.Null()])),
    tie('schema').map((schema) => Type.Array(schema)),
    tie('schema').map((schema) => Type.Record(Type.String(), schema)),
    fc
      .dictionary(
        member.filter((name) => name !== '__proto__'),
        fc.tuple(tie('schema'), fc.boolean()),
        { maxKeys: 5, noNullPrototype: true },
      )
      .map((members) => {
        const entries = Object.entries(members).map(([name, [schema, optional]]) => [
          name,
          optional ? Type.Optional(schema) : schema,
        ]);
        return Type.Object(Object.fromEntries(entries));
      }),
  ),
})).schema;
