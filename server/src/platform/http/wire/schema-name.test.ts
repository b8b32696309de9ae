import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { schemaName } from './schema-name.ts';

const User = Type.Object({ id: Type.String() }, { $id: 'UserReference' });

test.each([
  ['$id', User, 'UserReference'],
  ['$id that is an address', Type.Object({}, { $id: 'https://example.test/schemas/Widget' }), 'Widget'],
  ['title', Type.Object({}, { title: 'Widget' }), 'Widget'],
  ['optional', Type.Optional(User), 'UserReference'],
  ['nullable', Type.Union([User, Type.Null()]), 'UserReference'],
  ['array of named', Type.Array(User), 'ArrayOfUserReference'],
  ['array of nullable', Type.Array(Type.Union([Type.String(), Type.Null()])), 'ArrayOfstring'],
  ['array of arrays', Type.Array(Type.Array(Type.Integer())), 'ArrayOfArrayOfint'],
  ['array of enum', Type.Array(Type.Enum(['a', 'b'])), 'ArrayOfstring'],
  ['array of literals', Type.Array(Type.Union([Type.Literal('a'), Type.Literal('b')])), 'ArrayOfstring'],
  ['string', Type.String(), 'string'],
  ['boolean', Type.Boolean(), 'boolean'],
  ['int32', Type.Integer({ format: 'int32' }), 'int'],
  ['int64', Type.Integer({ format: 'int64' }), 'long'],
  ['number', Type.Number(), 'double'],
  ['unnamed object', Type.Object({}), 'object'],
  ['map', Type.Record(Type.String(), Type.String()), 'object'],
  ['anything', Type.Unknown(), 'anyType'],
  ['several kinds', Type.Union([Type.String(), Type.Integer()]), 'anyType'],
])('%s', (_case, schema, name) => {
  expect(schemaName(schema)).toBe(name);
});
