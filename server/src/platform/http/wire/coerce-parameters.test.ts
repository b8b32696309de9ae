import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { coerceParameters } from './coerce-parameters.ts';

const query = coerceParameters(
  Type.Object({
    page: Type.Integer({ minimum: 0 }),
    all: Type.Optional(Type.Boolean()),
    ratio: Type.Optional(Type.Number()),
    email: Type.Optional(Type.String({ format: 'email' })),
    ids: Type.Optional(Type.Array(Type.String())),
    counts: Type.Optional(Type.Array(Type.Integer())),
    format: Type.Optional(Type.Enum(['object', 'text'])),
    sort: Type.String({ default: 'name' }),
  }),
  'query',
);

describe('values', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['integer', { page: '5' }, { page: 5 }],
    ['leading zeros', { page: '005' }, { page: 5 }],
    ['minus zero', { page: '-0' }, { page: 0 }],
    ['name in another case', { PAGE: '5', All: 'true' }, { page: 5, all: true }],
    ['true', { page: '0', all: 'true' }, { page: 0, all: true }],
    ['True', { page: '0', all: 'True' }, { page: 0, all: true }],
    ['1', { page: '0', all: '1' }, { page: 0, all: true }],
    ['false', { page: '0', all: 'false' }, { page: 0, all: false }],
    ['False', { page: '0', all: 'False' }, { page: 0, all: false }],
    ['0', { page: '0', all: '0' }, { page: 0, all: false }],
    ['number', { page: '0', ratio: '1.5e1' }, { page: 0, ratio: 15 }],
    ['empty is absent', { page: '0', all: '', email: '', ids: '' }, { page: 0 }],
    ['list of one', { page: '0', ids: 'a' }, { page: 0, ids: ['a'] }],
    ['list', { page: '0', ids: ['a', 'b,c'], IDS: 'd' }, { page: 0, ids: ['a', 'b,c', 'd'] }],
    ['list of integers', { page: '0', counts: ['1', '2'] }, { page: 0, counts: [1, 2] }],
    ['unknown names', { page: '0', other: 'x', __proto__x: 'y' }, { page: 0 }],
    ['twice, once empty', { page: ['', '3'] }, { page: 3 }],
    ['default', { page: '0', sort: 'id' }, { page: 0, sort: 'id' }],
  ])('%s', (_case, raw, value) => {
    expect(query(raw)).toEqual({ value: { sort: 'name', ...value } });
  });
});

describe('mistakes name the parameter', () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ['missing', {}, '/page', 'The query parameter `page` is required.'],
    ['required and empty', { page: '' }, '/page', 'The query parameter `page` is required.'],
    ['not an integer', { page: '1.0' }, '/page', 'The query parameter `page` must be an integer.'],
    ['exponent', { page: '1e1' }, '/page', 'The query parameter `page` must be an integer.'],
    ['space', { page: ' 1' }, '/page', 'The query parameter `page` must be an integer.'],
    ['hexadecimal', { page: '0x1' }, '/page', 'The query parameter `page` must be an integer.'],
    ['too large', { page: '9007199254740993' }, '/page', 'The query parameter `page` must be an integer.'],
    ['too small', { page: '-1' }, '/page', 'The query parameter `page` must be at least 0.'],
    ['twice', { page: '1', Page: '2' }, '/page', 'The query parameter `page` must be given only once.'],
    ['boolean', { page: '1', all: 'yes' }, '/all', 'The query parameter `all` must be a boolean.'],
    ['number', { page: '1', ratio: 'NaN' }, '/ratio', 'The query parameter `ratio` must be a number.'],
    ['format', { page: '1', email: 'x' }, '/email', 'The query parameter `email` must be an e-mail address.'],
    ['enum', { page: '1', format: 'x' }, '/format', 'The query parameter `format` must be one of `object`, `text`.'],
    ['item', { page: '1', counts: ['1', 'x'] }, '/counts/1', 'The query parameter `counts` must be an integer.'],
    [
      'U+0000',
      { page: '1', email: 'a\0' },
      '/email',
      'The query parameter `email` must not contain the character U+0000.',
    ],
  ])('%s', (_case, raw, path, message) => {
    const { error } = query(raw);
    expect([error?.kind, error?.code]).toEqual(['invalid', 'request.invalid']);
    expect(error?.details).toEqual([{ in: 'query', path, message }]);
  });

  test('all at once', () => {
    expect(query({ page: 'x', all: 'y' }).error?.details.map(({ path }) => path)).toEqual(['/page', '/all']);
  });
});

describe('headers', () => {
  const headers = coerceParameters(
    Type.Object({
      tenantId: Type.Optional(Type.String({ format: 'uuid' })),
      importantOnly: Type.Optional(Type.Boolean()),
      returnurl: Type.Optional(Type.String()),
      scopes: Type.Optional(Type.Array(Type.String())),
    }),
    'header',
  );
  test('arrive in the spelling of the schema', () => {
    const { value } = headers({
      tenantid: '5b0c7a2e-6f0e-4c8e-9a5e-1b8f4f1d2c3a',
      importantonly: 'True',
      scopes: 'a, b',
    });
    expect(value).toEqual({
      tenantId: '5b0c7a2e-6f0e-4c8e-9a5e-1b8f4f1d2c3a',
      importantOnly: true,
      scopes: ['a', 'b'],
    });
  });
  test('an empty one is hidden', () => {
    const { value } = headers({ returnurl: '', tenantid: '' });
    expect({ returnurl: '', ...(value as object) }).toHaveProperty('returnurl', undefined);
  });
  test('mistakes', () => {
    expect(headers({ tenantid: 'x' }).error?.message).toBe('The header `tenantId` must be a UUID.');
  });
});

describe('path', () => {
  const path = coerceParameters(Type.Object({ id: Type.Integer(), rest: Type.String() }), 'path');
  test('names are exact', () => {
    expect(path({ id: '5', rest: 'a' })).toEqual({ value: { id: 5, rest: 'a' } });
    expect(path({ ID: '5', rest: 'a' }).error?.message).toBe('The path parameter `id` is required.');
  });
  test('the rest of a path may be empty', () => {
    expect(path({ id: '5', '*': '' })).toEqual({ value: { id: 5, rest: '', '*': '' } });
    expect(path({ id: '5', '*': 'a/b' })).toEqual({ value: { id: 5, rest: 'a/b', '*': 'a/b' } });
  });
  test('mistakes', () => {
    expect(path({ id: 'x', rest: 'a' }).error?.details).toEqual([
      { in: 'path', path: '/id', message: 'The path parameter `id` must be an integer.' },
    ]);
  });
});
