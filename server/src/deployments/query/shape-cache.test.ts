import { describe, expect, test } from 'vitest';
import { compileAnew } from './compile.ts';
import { Budget, checkProgram, evaluate, type JsonValue, type Program, QueryError, ResourceList } from './index.ts';
import { mutate, randomFrom, seeds } from './mutated-query.ts';
import { resourceReferences } from './resource-references.ts';
import { ShapeCache } from './shape-cache.ts';

const list = new ResourceList([
  { id: '1', name: 'web', sections: { properties: { secrets: [{ secretText: 's' }] } } },
  { id: '2', name: 'dev-api', sections: { n: 4 } },
]);
const context = {
  parameters: new Map<string, JsonValue>([
    ['env', 'dev'],
    ['n', 7],
  ]),
  variables: new Map<string, JsonValue>([['prefix', ['p']]]),
  resources: list,
};

/** Everything that anybody can see of a program, and what evaluating it takes from the budget. */
function visible(program: Program) {
  const budget = new Budget({}, { steps: 5_000, text: 5_000 });
  return {
    text: program.text,
    names: program.names,
    problems: checkProgram(program, context).map(told),
    references: attempt(() => resourceReferences(program, context)),
    outcome: attempt(() => evaluate(program, list.root, { ...context, budget })),
    left: budget.left,
  };
}

function attempt(work: () => unknown): unknown {
  try {
    return { value: work() };
  } catch (problem) {
    if (problem instanceof QueryError) return told(problem);
    throw problem;
  }
}

function told({ code, message, offset, line, column, excerpt }: QueryError) {
  return { code, message, offset, line, column, excerpt };
}

function cacheWith(text: string): ShapeCache {
  const cache = new ShapeCache(10, 100_000);
  cache.add(compileAnew(text).shape);
  return cache;
}

describe('a program of a known shape is the one that parsing gives', () => {
  test.for<[known: string, text: string]>([
    ["resources[?name=='web'].id", "resources[?name=='dev-api'].id"],
    ["resources[?name=='web'].id", "resources[?name==''].id"],
    ["resources[?name=='web'].id", 'resources[?name==\'😀 "x" `y`\n\'].id'],
    ["concat(parameter('env'), '-api')", "concat(parameter('n'), '')"],
    ["concat(parameter('env'), '-api')", "concat(parameter('unknown'), '-')"],
    ["[variable('prefix'), parameter('env')]", "[variable('x'), parameter('a longer one')]"],
    ["abs(variable('prefix') || 'a')", "abs(variable('prefix') || '\n\n')"],
    ["[concat('a', parameter('env')), sum(a && 'a')]", "[concat('\n', parameter('n')), sum(a && '')]"],
    ["'a' && abs(resources[0].name)", "'\r\n longer' && abs(resources[0].name)"],
    ["'a'", "'b'"],
    ["'a'", "''"],
  ])('%s, %s', ([known, text]) => {
    const program = cacheWith(known).programFor(text);
    expect(program && visible(program)).toStrictEqual(visible(compileAnew(text)));
  });

  test.for<[known: string, text: string]>([
    ["resources[?name=='web'].id", "resources[?name=='web'].name"],
    ["resources[?name=='web'].id", "resources[?name=='web\\'].id"],
    ["resources[?name=='web'].id", "resources[?name=='web\\'s'].id"],
    ["resources[?name=='web'].id", "resources[?name=='web].id"],
    ["resources[?name=='web'].id", "resources[?name=='web'"],
    ["['a', 'b']", "['a'', 'b']"],
    ["['a', 'b']", "['a', 'b', 'c']"],
    ["['a', 'b']", '[`"a"`, \'b\']'],
    ["{a: 'x'}", '{"a": \'x\'}'],
    ["'a'", '"a"'],
    ["'a'", ''],
  ])('%s is not the shape of %s', ([known, text]) => {
    expect(cacheWith(known).programFor(text)).toBeUndefined();
  });

  test.for(["\"it's\".'x'", '"\'" || "\'"', "`\"'\"` || '`'", "'it\\'s'", 'a.b', `'${'x'.repeat(2_000)}'`])(
    '%s has none that others could share',
    (text) => {
      const cache = new ShapeCache(10, 100_000);
      try {
        cache.add(compileAnew(text).shape);
      } catch (problem) {
        if (!(problem instanceof QueryError)) throw problem;
      }
      expect(cache.size).toBe(0);
    },
  );
});

/** What may come to stand between two quotes, or, where it holds one, breaks out of them. */
const contents = [
  '',
  'web',
  'env',
  'n',
  '-api',
  '"',
  '`',
  '\\',
  "\\'",
  "'",
  "', '",
  "'].a[?b=='",
  '\n',
  '😀',
  '[?',
  ' ',
];

test('whatever is found by its shape is what parsing gives, or a refusal to find it', { timeout: 60_000 }, () => {
  const random = randomFrom(20_261_115);
  const seen = { shared: 0, values: 0, errors: 0, moved: 0 };
  const cache = new ShapeCache(300, 100_000);
  for (let round = 0; round < 12_000; round += 1) {
    const seed = seeds[random(seeds.length)] ?? '';
    const text = (random(2) === 0 ? mutate(seed, random) : seed)
      .split("'")
      .map((piece, index) => (index % 2 === 1 && random(3) > 0 ? (contents[random(contents.length)] ?? '') : piece))
      .join("'");
    const found = cache.programFor(text);
    if (found === undefined) {
      const parsed = attempt(() => compileAnew(text));
      if (isProgram(parsed)) cache.add(parsed.value.shape);
      continue;
    }
    // A text that parsing refuses would throw here.
    const expected = visible(compileAnew(text));
    expect(visible(found), text).toStrictEqual(expected);
    seen.shared += 1;
    if (isFailure(expected.outcome)) {
      seen.errors += 1;
      if (found.shape.text.length !== text.length) seen.moved += 1;
    } else seen.values += 1;
  }
  expect(seen.values).toBeGreaterThan(500);
  expect(seen.errors).toBeGreaterThan(300);
  expect(seen.moved).toBeGreaterThan(100);
});

function isProgram(outcome: unknown): outcome is { readonly value: Program } {
  return typeof outcome === 'object' && outcome !== null && 'value' in outcome;
}

function isFailure(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'code' in outcome;
}

describe('the cache of shapes', () => {
  test('rests for a while where no two queries are alike, and comes back', () => {
    const cache = new ShapeCache(10, 1_000_000);
    for (let index = 0; index <= 10; index += 1) cache.add(compileAnew(`a${index} == 'x'`).shape);
    expect(cache.size).toBe(0);
    let asked = 0;
    for (; asked < 1_000 && cache.programFor("b == 'y'") === undefined; asked += 1) {
      cache.add(compileAnew("b == 'x'").shape);
    }
    // The last of those that are left alone is remembered, as nobody is left alone any more when it was parsed.
    expect(asked).toBe(100);
  });

  test('is bounded in number and in characters, and goes on when it is full', () => {
    for (const cache of [new ShapeCache(10, 1_000_000), new ShapeCache(1_000, 100)]) {
      for (let index = 0; index < 100; index += 1) {
        cache.add(compileAnew(`a${index} == 'x'`).shape);
        expect(cache.size).toBeLessThanOrEqual(12);
        expect(cache.programFor(`a${index} == 'y'`)?.literals).toStrictEqual(['y']);
      }
      expect(cache.programFor("a0 == 'y'")).toBeUndefined();
    }
  });
});
