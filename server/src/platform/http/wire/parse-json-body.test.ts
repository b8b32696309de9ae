import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { parseJsonBody } from './parse-json-body.ts';
import { cpuMilliseconds } from './test/cpu-milliseconds.ts';

const failure = (text: string): AppError => {
  try {
    parseJsonBody(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was read');
};

test.each<[string, unknown]>([
  ['', undefined],
  [' \n', undefined],
  ['null', null],
  ['{"a":[1,"x",true,null]}', { a: [1, 'x', true, null] }],
  ['"\\ud83d\\ude00"', '😀'],
  ['"\\\\u0000"', '\\u0000'],
  ['{"a":{"__proto__":{"x":1},"b":1}}', { a: { b: 1 } }],
  ['{"\\u005f_proto__":1,"b":1}', { b: 1 }],
  ['[{"constructor":{"prototype":{"x":1}},"b":1}]', [{ b: 1 }]],
  ['{"constructor":"Ltd"}', { constructor: 'Ltd' }],
  ['{"a":1,"a":2}', { a: 2 }],
])('%s', (text, value) => {
  expect(parseJsonBody(text)).toEqual(value);
});

test('no prototype is reached', () => {
  const value = parseJsonBody('{"__proto__":{"polluted":true}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.hasOwn(value as object, '__proto__')).toBe(false);
});

test.each([
  ['{', 1, 2],
  ['{"a":1,}', 1, 8],
  ['{\n  "a": tru\n}', 2, 8],
  ['[1,]', 1, 4],
  ['abc', 1, 1],
  ['{} x', 1, 4],
  ["{'a':1}", 1, 2],
  ['// no\n{}', 1, 1],
  ['"a', 1, 3],
])('%j is refused with its place', (text, line, column) => {
  const error = failure(text);
  expect([error.kind, error.code]).toEqual(['invalid', 'body.unreadable']);
  expect(error.message).toBe(`The JSON body cannot be read: it is not valid JSON (line ${line}, column ${column}).`);
});

test('a refusal does not quote the body', () => {
  expect(failure('{"password":"hunter2", x}').message).not.toContain('hunter2');
  expect(failure('hunter2').message).not.toContain('hunter2');
});

test.each([
  ['{"a":["x","\\u0000"]}', '/a/1'],
  ['{"a":{"b/c":"x\\ud800"}}', '/a/b~1c'],
  ['{"a\\u0000":1}', '/a\0'],
  ['"\\udc00"', ''],
])('%s holds a text that cannot be stored', (text, path) => {
  const error = failure(text);
  expect(error.code).toBe('request.invalid');
  expect(error.details).toEqual([expect.objectContaining({ in: 'body', path })]);
});

describe('bombs', () => {
  test.each([
    ['nested arrays', '['.repeat(1_000_000)],
    ['nested and closed', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['nested objects', '{"a":'.repeat(200_000)],
    ['after a string with quotes', `["\\"[[[",${'['.repeat(1_000_000)}`],
  ])('%s', (_case, text) => {
    const spent = cpuMilliseconds(() => expect(failure(text).message).toContain('nested deeper than 64'));
    expect(spent).toBeLessThan(100);
  });

  test.each([
    ['commas', `[${','.repeat(1_000_000)}`],
    ['quotes', `["${'\\"'.repeat(500_000)}`],
    ['backslashes', `["${'\\'.repeat(1_000_000)}`],
    ['a mistake at the end', `[${'1,'.repeat(400_000)}]`],
  ])('%s', (_case, text) => {
    expect(cpuMilliseconds(() => expect(failure(text).code).toBe('body.unreadable'))).toBeLessThan(100);
  });

  test('brackets within strings are text', () => {
    expect(parseJsonBody(JSON.stringify(['['.repeat(100), '\\"['.repeat(100)]))).toHaveLength(2);
  });
});
