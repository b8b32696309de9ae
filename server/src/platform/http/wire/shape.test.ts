import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { anyShape, compileShape } from './shape.ts';

test.each([
  ['string', Type.String(), ['string'], false],
  ['nullable string', Type.Union([Type.String(), Type.Null()]), ['string'], false],
  ['enum', Type.Enum(['send', 'none']), ['string'], false],
  ['literals', Type.Union([Type.Literal(1), Type.Literal(3)]), ['integer'], false],
  ['integer or number', Type.Union([Type.Integer(), Type.Number()]), ['integer', 'number'], false],
  ['string or integer', Type.Union([Type.String(), Type.Integer()]), ['string', 'integer'], true],
  ['string or list', Type.Union([Type.String(), Type.Array(Type.String())]), ['string'], true],
])('%s', (_case, schema, scalars, mixed) => {
  const shape = compileShape(schema);
  expect([...shape.scalars]).toEqual(scalars);
  expect(shape.mixed).toBe(mixed);
});

test('a schema that says nothing allows anything', () => {
  expect(compileShape(Type.Unknown())).toBe(anyShape);
  expect(compileShape(Type.Object({ a: Type.Any() })).members?.get('a')?.shape).toBe(anyShape);
});

test('alternatives of objects are folded, and a member is required only where all require it', () => {
  const shape = compileShape(
    Type.Union([
      Type.Object({ a: Type.String(), b: Type.String() }),
      Type.Object({ a: Type.String(), c: Type.String() }),
    ]),
  );
  expect([...(shape.members ?? [])].map(([key, member]) => [key, member.required])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ]);
});

test('maps and open objects say what their other members are', () => {
  expect(compileShape(Type.Record(Type.String(), Type.Integer())).rest?.scalars.has('integer')).toBe(true);
  expect(compileShape(Type.Object({}, { additionalProperties: true })).rest).toBe(anyShape);
  expect(compileShape(Type.Object({}, { additionalProperties: false })).rest).toBeUndefined();
});

test('a schema may refer to itself through its definitions', () => {
  const Tree = Type.Cyclic(
    { Node: Type.Object({ name: Type.String(), children: Type.Array(Type.Ref('Node')) }) },
    'Node',
  );
  const shape = compileShape(Tree);
  expect(shape.members?.get('children')?.shape.items).toBe(shape);
});

test('a reference to nowhere is refused when the schema is compiled', () => {
  expect(() => compileShape(Type.Object({ a: Type.Ref('Elsewhere') }))).toThrow('Elsewhere');
});

test('a schema is worked out once', () => {
  const schema = Type.Object({});
  expect(compileShape(schema)).toBe(compileShape(schema));
});
