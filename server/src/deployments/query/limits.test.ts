import { describe, expect, test } from 'vitest';
import {
  Budget,
  compile,
  evaluate,
  type JsonValue,
  QueryError,
  type QueryLimitName,
  queryLimits,
  ResourceList,
} from './index.ts';
import { outcomeOf } from './outcome-of.ts';

const repeat = (text: string, count: number, glue: string) => Array.from({ length: count }, () => text).join(glue);

function nested(depth: number): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Texts as data has them: in one piece, and not the same piece, so that comparing them is work. */
const long = (length: number, character = 'a') => Buffer.alloc(length, character).toString('latin1');

const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]));

const parameters = new Map<string, JsonValue>([
  ['text', long(1_000_000)],
  ['same', long(1_000_000)],
  ['huge', long(16_000_000)],
  ['needle', `${long(50_000)}b${long(50_000)}`],
  ['texts', Array.from({ length: 5_000 }, (_, index) => long(500, 'x') + ((index * 7_919) % 5_000))],
  ['objects', Array.from({ length: 10_000 }, (_, index) => ({ name: `n${index}`, a: { b: { c: index } } }))],
  ['wide', wide],
]);

const list = new ResourceList(
  Array.from({ length: 10_000 }, (_, index) => ({ id: `id-${index}`, name: `name-${index}`, sections: { n: index } })),
);

/** Queries that would take very long, or very much memory, without the limit that stops them. */
const bombs: readonly (readonly [title: string, limit: QueryLimitName, query: string, data?: JsonValue])[] = [
  ['a text too long', 'length', repeat('a', 12_289, '.')],
  ['a text far too long', 'length', long(1_000_000)],
  ['parentheses', 'depth', `${'('.repeat(12_000)}a${')'.repeat(12_000)}`],
  ['open parentheses', 'depth', '('.repeat(24_000)],
  ['lists', 'depth', '['.repeat(12_000)],
  ['hashes', 'depth', '{a:'.repeat(8_000)],
  ['negations', 'depth', `${'!'.repeat(24_000)}a`],
  ['calls', 'depth', 'abs('.repeat(6_000)],
  ['filters', 'depth', '[?'.repeat(12_000)],
  ['a chain', 'depth', repeat('a', 12_000, '.')],
  ['alternatives', 'depth', repeat('a', 8_000, '||')],
  ['pipes', 'depth', repeat('a', 12_000, '|')],
  ['projections', 'depth', `a${'[*]'.repeat(8_000)}`],
  ['flattenings', 'depth', `a${'[]'.repeat(12_000)}`],
  ['a literal', 'valueDepth', `\`${'['.repeat(12_000)}${']'.repeat(12_000)}\``],
  ['deep data returned', 'valueDepth', '@', nested(50_000)],
  ['deep data as text', 'valueDepth', 'to_string(@)', nested(50_000)],
  ['deep data compared', 'valueDepth', 'a == b', { a: nested(5_000), b: nested(5_000) }],
  ['text that doubles', 'text', `'0123456789' | ${repeat('concat(@, @)', 30, ' | ')}`],
  ['text joined', 'text', `join('${long(1_000)}', parameter('objects')[*].name)`],
  ['text glued many times', 'text', `concat(${repeat("parameter('huge')", 60, ',')})`],
  ['everything as text', 'text', "parameter('objects')[?to_string(parameter('objects'))]"],
  [
    'text turned round again and again',
    'text',
    `[${repeat("reverse(parameter('texts')[0])", 600, ',')}] | [${repeat('@', 30, ',')}][] | [*].reverse(@)`,
  ],
  ['lists that double', 'result', repeat('[@, @]', 30, ' | ')],
  ['hashes that double', 'result', repeat('{a: @, b: @}', 30, ' | ')],
  ['a list many times', 'result', `[${repeat("parameter('texts')", 100, ',')}]`],
  ['all resources many times', 'result', `[${repeat('resources', 100, ',')}]`, list.root],
  ['lists that double, as text', 'text', `${repeat('[@, @]', 30, ' | ')} | to_string(@)`],
  ['lists that double, flattened', 'steps', `[@, @]${repeat(' | [@, @][]', 30, '')}`],
  [
    'lists that double, compared',
    'steps',
    `[${repeat('[@, @]', 30, ' | ')}, ${repeat('[@, @]', 30, ' | ')}] | [0] == [1]`,
  ],
  ['a filter in a filter', 'steps', "parameter('objects')[?parameter('objects')[?name=='x']]"],
  [
    'map in map in map',
    'steps',
    "map(&map(&map(&@, parameter('objects')), parameter('objects')), parameter('objects'))",
  ],
  ['a long condition on all resources', 'steps', `resources[?${repeat("sections.n=='x'", 120, '||')}]`, list.root],
  ['sorting again and again', 'steps', `[${repeat("sort(parameter('texts'))", 500, ',')}]`],
  ['sorting by key again and again', 'steps', `[${repeat("sort_by(parameter('objects'), &name)", 300, ',')}]`],
  ['the largest again and again', 'steps', `[${repeat("max(parameter('texts'))", 500, ',')}]`],
  ['counting characters', 'steps', `[${repeat("length(parameter('text'))", 500, ',')}]`],
  ['searching a hard text', 'steps', `[${repeat("contains(parameter('text'), parameter('needle'))", 300, ',')}]`],
  ['searching an easy text', 'steps', `[${repeat("contains(parameter('text'), 'ab')", 500, ',')}]`],
  ['comparing long texts', 'steps', `[${repeat("parameter('text') == parameter('same')", 500, ',')}]`],
  ['comparing long texts for each', 'steps', "parameter('objects')[?parameter('text') == parameter('same')]"],
  [
    'comparing beginnings for each',
    'steps',
    "parameter('objects')[?starts_with(parameter('text'), parameter('same'))]",
  ],
  ['a large object for each', 'steps', "parameter('objects')[?!parameter('wide')]"],
  ['keys of a large object', 'steps', `[${repeat("keys(parameter('wide'))", 500, ',')}]`],
  ['merging a large object', 'steps', `[${repeat("merge(parameter('wide'))", 500, ',')}]`],
  ['values of a large object', 'steps', `[${repeat("parameter('wide').*", 500, ',')}]`],
  ['reversing lists', 'steps', `[${repeat("parameter('objects')[::-1]", 500, ',')}]`],
  ['flattening lists', 'steps', `[${repeat("parameter('objects')[]", 500, ',')}]`],
];

describe('each bomb is stopped by its limit, within 100 ms of work', () => {
  test.for(bombs)('%s (%s)', ([, limit, query, data = {}]) => {
    // CPU time: other programs on the machine are none of the query's doing.
    const before = process.cpuUsage();
    const outcome = outcomeOf(query, data, { parameters, resources: list });
    const { user, system } = process.cpuUsage(before);
    expect(outcome).toStrictEqual({ code: queryLimits[limit].code });
    expect((user + system) / 1_000).toBeLessThan(100);
  });

  test('there is a bomb for each limit', () => {
    expect(new Set(bombs.map(([, limit]) => limit))).toStrictEqual(new Set(Object.keys(queryLimits)));
  });
});

describe('just below a limit all is well', () => {
  const { length, depth, valueDepth, text } = queryLimits;
  test.for([
    ['length', `'${long(length.perQuery - 2)}'`, null],
    ['a chain', repeat('a', depth.perQuery, '.'), null],
    ['parentheses', `${'('.repeat(depth.perQuery - 1)}a${')'.repeat(depth.perQuery - 1)}`, null],
    ['nested calls', `${'to_array('.repeat(depth.perQuery - 1)}a${')'.repeat(depth.perQuery - 1)}`, null],
    [
      'nested maps',
      `${'map(&'.repeat(depth.perQuery - 1)}@${', @)'.repeat(depth.perQuery - 1)}`,
      nested(depth.perQuery),
    ],
    ['deep data', '[@ == @, to_string(@)] | [0]', nested(valueDepth.perQuery - 1)],
    ['text', "length(concat(parameter('most'), ''))", null],
    ['10,000 resources scanned', 'length(resources[?sections.n > `5000`].name)', list.root],
  ] as const)('%s', ([, query, data]) => {
    const most = new Map([['most', long(text.perQuery)]]);
    expect(outcomeOf(query, data, { parameters: most })).toHaveProperty('value');
  });
});

describe('the budget of a submission', () => {
  const scan = 'resources[?sections.n == `1`].name';

  test('is shared by its queries and spent by failures too', () => {
    const budget = new Budget({ steps: 200_000 });
    const context = { budget };
    evaluate(compile(scan), list.root, context);
    const used = 200_000 - budget.left.steps;
    expect(used).toBeGreaterThan(10_000);
    expect(outcomeOf(`abs(${scan} | [0])`, list.root, context)).toStrictEqual({ code: 'query.invalid-type' });
    expect(200_000 - budget.left.steps).toBeGreaterThanOrEqual(2 * used);
    for (let turn = 0; turn < 10; turn += 1) outcomeOf(scan, list.root, context);
    expect(budget.left.steps).toBe(0);
    expect(outcomeOf('a', null, context)).toStrictEqual({ code: 'query.too-many-steps' });
    expect(outcomeOf(scan, list.root, { budget: new Budget() })).toHaveProperty('value');
  });

  test.for([
    ['text', "concat('0123456789')", 'query.too-much-text'],
    ['result', "'0123456789'", 'query.result-too-large'],
  ] as const)('also bounds %s', ([what, query, code]) => {
    const context = { budget: new Budget({ [what]: 25 }) };
    expect(outcomeOf(query, null, context)).toHaveProperty('value');
    expect(outcomeOf(query, null, context)).toHaveProperty('value');
    expect(outcomeOf(query, null, context)).toStrictEqual({ code });
  });

  test('the message tells whose limit it was', () => {
    const messageOf = (budget: Budget) => {
      try {
        return evaluate(compile(scan), list.root, { budget });
      } catch (problem) {
        return problem instanceof QueryError ? problem.message : problem;
      }
    };
    expect(messageOf(new Budget({ steps: 99 }))).toBe(
      'The query does too much work. At most 99 steps are allowed for all queries of a submission together.',
    );
    expect(messageOf(new Budget({}, { steps: 99 }))).toBe(
      'The query does too much work. At most 99 steps are allowed.',
    );
  });
});

describe('what a result measures', () => {
  test.for<[JsonValue]>([
    [null],
    [true],
    [false],
    [12],
    [-1.5],
    [1e21],
    ['text'],
    [[]],
    [{}],
    [[1, [2, 'a'], null]],
    [{ a: 1, bc: [true, { d: 'e' }] }],
  ])('%j is about as long as its JSON text', ([value]) => {
    const budget = new Budget({}, {});
    const before = budget.left.result;
    evaluate(compile('@'), value, { budget });
    const measured = before - budget.left.result;
    const exact = JSON.stringify(value).length;
    expect(measured).toBeGreaterThanOrEqual(exact);
    expect(measured).toBeLessThanOrEqual(exact + 8);
  });
});

test('the table of limits is fit for the reference pages', () => {
  for (const { perQuery, perSubmission, description, unit } of Object.values(queryLimits)) {
    expect(perSubmission ?? Number.POSITIVE_INFINITY).toBeGreaterThan(perQuery);
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(unit).not.toBe('');
  }
  expect(queryLimits.length.perQuery).toBe(24_576);
});
