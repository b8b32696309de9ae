/** Picks one of so many, from 0. */
type Random = (below: number) => number;

const pick = <T>(random: Random, from: readonly [T, ...T[]]): T => from[random(from.length)] ?? from[0];

/** What generated queries are about: texts, numbers, lists in lists, objects in lists, and members that are not always there. */
export const generatedData = {
  name: 'dev-api',
  count: 3,
  on: true,
  numbers: [3, 1, 2],
  texts: ['b', 'a', 'ab', ''],
  nested: [[1, 2], [3], [], ['x', { id: '1' }]],
  items: [
    { id: '1', name: 'web', tags: ['x', 'y'], inner: { name: 'deep', count: 1 } },
    { id: '2', name: 'api', count: 7, tags: [], inner: { id: 'n' } },
    { id: '3', name: 'web', on: false, inner: { items: [{ id: 'i', name: 'far' }] } },
  ],
  inner: { id: 'in', name: 'dev-api', items: [{ id: 'j', tags: ['z'] }], texts: ['c'] },
};

const names = ['id', 'name', 'count', 'on', 'numbers', 'texts', 'nested', 'items', 'tags', 'inner', 'none'] as const;
const literals = [
  "'web'",
  "'1'",
  "''",
  '`1`',
  '`3`',
  '`true`',
  '`null`',
  '`[]`',
  '`["x", "y"]`',
  '`{"id": "in"}`',
] as const;

const field = (random: Random): string => pick(random, names);

const comparison = (random: Random, depth: number): string =>
  `${path(random, depth - 1)} ${pick(random, ['==', '!=', '<', '>='])} ${pick(random, [pick(random, literals), path(random, depth - 1)])}`;

const step = (random: Random, depth: number): string => {
  const bound = () => pick(random, ['', '0', '1', '2', '-1', '-2', '9']);
  const steps = [
    () => `.${field(random)}`,
    () => `.${field(random)}`,
    () => `[${pick(random, ['0', '1', '-1', '7'])}]`,
    () => '[*]',
    () => '[]',
    () => `[${bound()}:${bound()}${pick(random, ['', ':1', ':2', ':-1'])}]`,
    () => (depth > 0 ? `[?${condition(random, depth - 1)}]` : '[*]'),
  ] as const;
  return pick<() => string>(random, steps)();
};

/** Of the elements of these lists none is null, so that what is made for each of them is no matter of opinion. */
const made = (random: Random): string => {
  const list = pick(random, ['items', 'texts', 'numbers', 'inner.items', 'nested']);
  const each = pick(random, ['[*]', '[]', '[?@]', '[1:]']);
  const form = pick(random, [`{a: ${path(random, 0)}, b: ${field(random)}}`, `[${field(random)}, ${path(random, 0)}]`]);
  return `${list}${each}.${form}`;
};

const path = (random: Random, depth: number): string => {
  let text = depth > 0 && random(5) === 0 ? made(random) : field(random);
  for (let steps = random(4); steps > 0; steps -= 1) text += step(random, depth);
  return text;
};

const condition = (random: Random, depth: number): string =>
  pick<() => string>(random, [
    () => comparison(random, depth),
    () => path(random, depth),
    () => `!(${path(random, depth)})`,
    () => `${comparison(random, depth)} && ${comparison(random, depth)}`,
    () => `(${path(random, depth)} || ${comparison(random, depth)})`,
  ])();

const call = (random: Random): string => {
  const one = [
    'length',
    'type',
    'to_string',
    'to_array',
    'keys',
    'values',
    'sum',
    'avg',
    'max',
    'min',
    'reverse',
    'abs',
  ] as const;
  const argument = () => path(random, 1);
  return pick<() => string>(random, [
    () => `${pick(random, one)}(${argument()})`,
    () =>
      `contains(${pick(random, ['texts', 'numbers', 'items[*].name', 'nested[]', 'none'])}, ${pick(random, literals)})`,
    () => `contains(name, 'api')`,
    () => `join('-', ${argument()})`,
    () => `not_null(${argument()}, ${argument()})`,
    () => `map(&${field(random)}, ${argument()})`,
    () => `${pick(random, ['starts_with', 'ends_with'])}(${argument()}, 'w')`,
    () => `sort_by(${argument()}, &id)`,
    () => `merge(inner, ${pick(random, ['items[0]', 'items[1].inner', 'items[*] | [1]'])})`,
  ])();
};

/**
 * A query in the part of the language on which the best library of npm is right. Left out is where it is known to differ
 * from the specification: sorting numbers and equal keys, the extremes by texts, merging what is no object, searching a text for
 * something else, `!` before a path without parentheses, text by UTF-16, names of JavaScript's own members, several `.*` in
 * a row, lists and objects made from null.
 */
export const generateQuery = (random: Random): string =>
  pick<() => string>(random, [
    () => path(random, 2),
    () => path(random, 2),
    () => condition(random, 2),
    () => call(random),
    () => `${path(random, 1)} | ${pick(random, ['@', '[0]', '[*].name', 'length(@)', 'type(@)', '[?id].id'])}`,
    () => `${path(random, 1)}.*`,
  ])();
