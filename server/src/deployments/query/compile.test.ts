import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { compile, evaluate, type Program } from './index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes that are still there when everything else is gone. */
function keptBy(work: () => unknown): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const held = work();
  collectGarbage();
  const after = process.memoryUsage().heapUsed;
  return held === undefined ? Number.NaN : (after - before) / 1e6;
}

/** Queries as a reader of JSON gives them: parts of the file. */
const queriesOfFiles = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const file = `${Buffer.alloc(4_000_000, 'x').toString('latin1')}$resources[?kind${index}=='abcdefghijklmnop'].id`;
    return file.slice(file.indexOf('$') + 1);
  });

describe('the caches', () => {
  test('keep queries, and not the files that they come from', () => {
    expect(keptBy(() => queriesOfFiles(10))).toBeGreaterThan(30);
    expect(keptBy(() => queriesOfFiles(10).map((text) => compile(text).text.length))).toBeLessThan(10);
  });

  test('give the same program for the same text, and for another literal one that knows only its own', () => {
    const one: Program = compile("known.shape == 'one'");
    expect(compile("known.shape == 'one'")).toBe(one);
    const two = compile("known.shape == 'two'");
    expect(two.shape).toBe(one.shape);
    expect([one.literals, two.literals]).toStrictEqual([['one'], ['two']]);
    expect(evaluate(one, { known: { shape: 'one' } })).toBe(true);
    expect(evaluate(two, { known: { shape: 'one' } })).toBe(false);
  });
});

/** The nodes of a tree with all their lists; not the functions, which are ours alone. */
function partsOf(node: unknown): readonly object[] {
  if (typeof node !== 'object' || node === null) return [];
  const members = Object.entries(node).filter(([name]) => name !== 'fn' && name !== 'parameter');
  return [node, ...members.flatMap(([, value]) => partsOf(value))];
}

test('nothing about a program can be changed', () => {
  const program = compile(
    "[parameter('a'), `{\"list\": [1]}`, b.c] | [[0], [1], [2], map(&@, [1:].*), {a: !a || b[?name=='x'] && b[]}][:3]",
  );
  const names = JSON.stringify(program.names);
  const parts = [
    program,
    program.literals,
    program.names,
    program.names.parameters,
    program.names.fields,
    program.shape,
  ];
  for (const part of [...parts, ...partsOf(program.shape.node)]) expect(part).toSatisfy(Object.isFrozen);
  const [, literal] = evaluate(program, {}, { parameters: new Map([['a', 1]]) }) as [number, { list: number[] }];
  expect(() => literal.list.push(2)).toThrowError(TypeError);
  expect(evaluate(program, {}, { parameters: new Map([['a', 1]]) })).toStrictEqual([1, { list: [1] }]);
  expect(JSON.stringify(program.names)).toBe(names);
});
