import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test, vi } from 'vitest';
import { compileXmlWriter } from './compile-xml-writer.ts';
import { parseXmlBody } from './parse-xml-body.ts';
import { schemaName } from './schema-name.ts';
import { arbitraryOf } from './test/arbitrary-of.ts';
import { arbitrarySchema } from './test/arbitrary-schema.ts';
import { ErrorDetail, StatusMap, sampleSchemas, UserReference } from './test/sample-schemas.ts';

// Many values take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const head = '<?xml version="1.0" encoding="utf-8"?>';
const xsi = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const xs = ' xmlns:xs="http://www.w3.org/2001/XMLSchema"';

describe('documents', () => {
  const Named = Type.Object(
    { id: Type.String(), '#companies': Type.Optional(Type.Integer()), tags: Type.Optional(Type.Array(Type.String())) },
    { $id: 'Named' },
  );
  const Named2 = Type.Object({ a: Type.Optional(Type.Unknown()) }, { $id: 'Named2' });
  test.each<[string, object, unknown, string]>([
    ['object', Named, { id: 'x' }, `<Named${xsi}><id>x</id></Named>`],
    [
      'escaped name',
      Named,
      { id: 'x', '#companies': 3 },
      `<Named${xsi}><id>x</id><_x0023_companies>3</_x0023_companies></Named>`,
    ],
    ['only what is listed', Named, { secret: 's', id: 'x' }, `<Named${xsi}><id>x</id></Named>`],
    [
      'in the order of the schema',
      Named,
      { tags: ['t'], id: 'x' },
      `<Named${xsi}><id>x</id><tags><string>t</string></tags></Named>`,
    ],
    ['null', Named, { id: null }, `<Named${xsi}><id xsi:nil="true"/></Named>`],
    ['null for an array', Named, { id: 'x', tags: null }, `<Named${xsi}><id>x</id><tags xsi:nil="true"/></Named>`],
    ['null as a whole', Named, null, `<Named${xsi} xsi:nil="true"/>`],
    ['array', Type.Array(Named), [{ id: 'x' }], `<ArrayOfNamed${xsi}><Named><id>x</id></Named></ArrayOfNamed>`],
    ['empty array', Type.Array(Named), [], `<ArrayOfNamed${xsi}></ArrayOfNamed>`],
    [
      'strings',
      Type.Array(Type.String()),
      ['a', 'b'],
      `<ArrayOfstring${xsi}><string>a</string><string>b</string></ArrayOfstring>`,
    ],
    ['integers', Type.Array(Type.Integer()), [1], `<ArrayOfint${xsi}><int>1</int></ArrayOfint>`],
    ['integer', Type.Integer(), 5, `<int${xsi}>5</int>`],
    ['boolean', Type.Boolean(), true, `<boolean${xsi}>true</boolean>`],
    ['string', Type.String(), 'a', `<string${xsi}>a</string>`],
    ['map', StatusMap, { 'a b': 'x' }, `<StatusMap${xsi}><a_x0020_b>x</a_x0020_b></StatusMap>`],
    ['date', Type.String({ format: 'date-time' }), new Date(0), `<string${xsi}>1970-01-01T00:00:00.000Z</string>`],
    ['markup', Type.String(), '<a href="x">&\'</a>', `<string${xsi}>&lt;a href="x"&gt;&amp;'&lt;/a&gt;</string>`],
    ['carriage return', Type.String(), 'a\r\nb', `<string${xsi}>a&#xD;\nb</string>`],
    [
      'what XML cannot carry',
      Type.String(),
      '\0\u001F\uFFFE\uD800x\uDC00',
      `<string${xsi}>\uFFFD\uFFFD\uFFFD\uFFFDx\uFFFD</string>`,
    ],
    ['an astral character', Type.String(), '😀', `<string${xsi}>😀</string>`],
    ['no number', Type.Number(), Number.NaN, `<double${xsi} xsi:nil="true"/>`],
    ['anything: number', Named2, { a: 5 }, `<Named2${xsi}${xs}><a xsi:type="xs:int">5</a></Named2>`],
    ['anything: text', Named2, { a: '5' }, `<Named2${xsi}${xs}><a xsi:type="xs:string">5</a></Named2>`],
    [
      'anything: list',
      Named2,
      { a: [true] },
      `<Named2${xsi}${xs}><a xsi:type="ArrayOfanyType"><anyType xsi:type="xs:boolean">true</anyType></a></Named2>`,
    ],
    [
      'anything: object',
      Named2,
      { a: { b: null } },
      `<Named2${xsi}${xs}><a xsi:type="object"><b xsi:nil="true"/></a></Named2>`,
    ],
  ])('%s', (_case, schema, value, body) => {
    expect(compileXmlWriter(schema)(value)).toBe(head + body);
  });

  test('names cannot break out of the generated code', () => {
    const odd = Type.Object({ '"];throw 1;//`${1}\\': Type.String() }, { $id: '"</script>\\' });
    const value = { '"];throw 1;//`${1}\\': 'x' };
    expect(parseXmlBody(compileXmlWriter(odd)(value), odd)).toEqual(value);
  });

  test.each<[string, object, unknown]>([
    ['missing member', UserReference, { name: 'x' }],
    ['missing member in a union', Type.Union([ErrorDetail, Type.String()]), {}],
    ['object for an array', Type.Array(Type.String()), {}],
    ['array for an object', UserReference, []],
    ['text for an object', UserReference, 'x'],
    ['object for a string', Type.String(), {}],
    ['object in a mix without one', Type.Union([Type.String(), Type.Integer()]), {}],
  ])('a value that does not fit is our mistake: %s', (_case, schema, value) => {
    expect(() => compileXmlWriter(schema)(value)).toThrow('does not fit');
  });

  test('a schema is compiled once', () => {
    expect(compileXmlWriter(UserReference)).toBe(compileXmlWriter(UserReference));
  });
});

describe('what is written is read back', () => {
  test.each(sampleSchemas.map((schema) => [schemaName(schema), schema] as const))('%s', (_name, schema) => {
    const write = compileXmlWriter(schema);
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        expect(parseXmlBody(write(value), schema)).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  test('for any schema', () => {
    const pair = arbitrarySchema.chain((schema) => fc.tuple(fc.constant(schema), arbitraryOf(schema)));
    fc.assert(
      fc.property(pair, ([schema, value]) => {
        expect(parseXmlBody(compileXmlWriter(schema)(value), schema)).toEqual(value);
      }),
      { numRuns: 1000 },
    );
  });

  test('through a schema that refers to itself', () => {
    const Tree = Type.Cyclic(
      { Node: Type.Object({ name: Type.String(), children: Type.Array(Type.Ref('Node')) }) },
      'Node',
    );
    const value = {
      name: 'a',
      children: [
        { name: 'b', children: [] },
        { name: 'c', children: [{ name: 'd', children: [] }] },
      ],
    };
    expect(parseXmlBody(compileXmlWriter(Tree)(value), Tree)).toEqual(value);
  });
});
