import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBreather } from '../breathe.ts';
import type { JsonValue } from '../query/index.ts';
import { offsetInText } from './json-scanner.ts';
import { locate } from './locate.ts';
import type { Path } from './problem.ts';
import { readJson } from './read-json.ts';
import { SourceFile } from './source-file.ts';

const read = async (text: string) => await readJson(new SourceFile('template', text), createBreather());

const storable = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }).filter((value) => {
  const text = JSON.stringify(value);
  return text.isWellFormed() && !/\\u0000|\\ud[89a-f]/i.test(text);
});

/** JSON as people write it: with comments, blanks and commas that are one too many. */
const decorate = (value: unknown, random: () => string): string => {
  if (Array.isArray(value))
    return `[${value.map((item) => random() + decorate(item, random)).join(',')}${value.length > 0 ? ',' : ''}${random()}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, item]) => `${random()}${JSON.stringify(name)}${random()}:${decorate(item, random)}`,
    );
    return `{${members.join(',')}${members.length > 0 ? ',' : ''}${random()}}`;
  }
  return JSON.stringify(value);
};

const blanks = ['', ' ', '\n', '\r\n', '\t', '// comment\n', '/* a\n * b */', '/**/'];

test('reads what JSON.parse reads, and comments and trailing commas besides', async () => {
  await fc.assert(
    fc.asyncProperty(storable, fc.array(fc.nat(blanks.length - 1), { minLength: 1 }), async (value, picks) => {
      let at = 0;
      const random = () => blanks[picks[at++ % picks.length] ?? 0] ?? '';
      const text = `${random()}${decorate(value, random)}${random()}`;
      expect(await read(text)).toEqual({ value: JSON.parse(JSON.stringify(value)) });
    }),
    { numRuns: 300 },
  );
});

test('whatever is broken ends in a value or a place inside the file', async () => {
  const cut = fc.tuple(storable, fc.nat(), fc.nat({ max: 3 }), fc.string({ maxLength: 2 }));
  await fc.assert(
    fc.asyncProperty(cut, async ([value, place, length, replacement]) => {
      const whole = JSON.stringify(value);
      const at = place % (whole.length + 1);
      const text = whole.slice(0, at) + replacement + whole.slice(at + length);
      const result = await read(text);
      let parsed: { value: unknown } | undefined;
      try {
        parsed = { value: JSON.parse(text) };
      } catch {
        parsed = undefined;
      }
      if ('value' in result && parsed !== undefined) expect(result).toEqual(parsed);
      if ('finding' in result) {
        expect(result.finding.offset).toBeGreaterThanOrEqual(0);
        expect(result.finding.offset).toBeLessThanOrEqual(text.length);
        if (parsed !== undefined) expect(result.finding.code).toMatch(/duplicate-member|unstorable-text|number-range/);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('members called like internals of JavaScript are members like any other', async () => {
  const result = await read('{"__proto__": {"a": 1}, "constructor": 2, "hasOwnProperty": 3}');
  const value = 'value' in result ? (result.value as Record<string, JsonValue>) : {};
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'hasOwnProperty']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

describe('places', () => {
  const pathsOf = (value: unknown, path: Path = []): Path[] =>
    typeof value === 'object' && value !== null
      ? [
          path,
          ...Object.entries(value).flatMap(([name, item]) =>
            pathsOf(item, [...path, Array.isArray(value) ? Number(name) : name]),
          ),
        ]
      : [path];
  const valueAt = (value: unknown, path: Path): unknown =>
    path.reduce<unknown>((inside, part) => (inside as Record<string, unknown>)[part], value);

  test('of all values at once', () => {
    fc.assert(
      fc.property(storable, (value) => {
        const text = JSON.stringify(value, null, 2);
        const paths = pathsOf(JSON.parse(text));
        for (const [index, { value: at, name, exact }] of locate(text, paths).entries()) {
          const path = paths[index] ?? [];
          expect(exact).toBe(true);
          expect(text.slice(at)).toMatch(startOf(valueAt(JSON.parse(text), path)));
          if (typeof path.at(-1) === 'string')
            expect(text.slice(name).startsWith(JSON.stringify(path.at(-1)))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  const startOf = (value: unknown): RegExp => {
    if (Array.isArray(value)) return /^\[/;
    if (typeof value === 'object' && value !== null) return /^\{/;
    return new RegExp(`^${JSON.stringify(value).replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`);
  };

  test('of what is not there: the nearest container', () => {
    const text = '{"a": [1, {"b": 2}]}';
    expect(locate(text, [['a', 1, 'c', 'd'], ['x'], ['a', 7], ['a', 1, 'b', 'e']])).toEqual([
      { value: 10, name: 10, exact: false },
      { value: 0, name: 0, exact: false },
      { value: 6, name: 6, exact: false },
      { value: 16, name: 16, exact: false },
    ]);
  });

  test.each([
    ['"abc"', 1, 2],
    ['"\\u0061bc"', 1, 7],
    ['"\\n\\t\\"x"', 3, 7],
    ['"ab"', 9, 3],
  ])('of a character in %s', (text, character, offset) => expect(offsetInText(text, 0, character)).toBe(offset));

  test('lines end with every kind of line break, and columns count UTF-16 units', () => {
    const file = new SourceFile('template', 'a\nb\r\nc\rd😀e');
    expect([0, 2, 5, 7, 10].map((offset) => file.positionOf(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 4, column: 4 },
    ]);
  });
});
