import { describe, expect, test } from 'vitest';
import { type JsonValue, queryFunctions } from './index.ts';
import { outcomeOf } from './outcome-of.ts';

const data: JsonValue = {
  numbers: [10, 9, 1, -3.5],
  texts: ['b', 'a', 'ab', 'B'],
  mixed: [1, 'a'],
  none: null,
  no: [],
  nothing: {},
  text: 'portolan',
  one: 1,
  yes: true,
  object: { a: 1, b: [2] },
  people: [
    { name: 'Ida', age: 40, town: 'Ulm' },
    { name: 'Bo', age: 9, town: 'Ulm' },
    { name: 'Al', age: 100, town: null },
    { name: 'Cy', age: 9 },
  ],
};

const context = {
  parameters: new Map<string, JsonValue>([
    ['env', 'dev'],
    ['count', 3],
    ['flag', false],
    ['nil', null],
    ['list', ['x', 'y']],
    ['config', { region: 'eu' }],
    ['__proto__', 'plain'],
  ]),
  variables: new Map<string, JsonValue>([
    ['prefix', 'dev-shop'],
    ['nil', null],
  ]),
};

const invalidType = { code: 'query.invalid-type' };

/** By function: the expression and its value, or the code of its error. */
const rows: Record<string, readonly (readonly [string, JsonValue | { readonly code: string }])[]> = {
  abs: [
    ['abs(numbers[3])', 3.5],
    ['abs(`0`)', 0],
    ['abs(text)', invalidType],
    ['abs(none)', invalidType],
  ],
  avg: [
    ['avg(numbers)', 4.125],
    ['avg(no)', null],
    ['avg(mixed)', invalidType],
    ['avg(one)', invalidType],
    ['avg(`[1e308, 1e308]`)', { code: 'query.invalid-value' }],
  ],
  ceil: [
    ['ceil(`1.2`)', 2],
    ['ceil(`-1.2`)', -1],
    ['ceil(`-0.2`)', 0],
    ['ceil(`3`)', 3],
    ['ceil(text)', invalidType],
  ],
  concat: [
    ["concat('a', 'b')", 'ab'],
    ["concat('a')", 'a'],
    ["concat('n', `1`, '-', `1.5`, `-2`, `1e21`)", 'n1-1.5-21e+21'],
    ["concat('is ', `true`, ' ', `false`)", 'is true false'],
    ["concat(parameter('env'), '-api')", 'dev-api'],
    ["concat(variable('prefix'), parameter('count'))", 'dev-shop3'],
    ['concat(text, one, yes)', 'portolan1true'],
    ["people[*].concat(name, '!')", ['Ida!', 'Bo!', 'Al!', 'Cy!']],
    ['concat(none)', invalidType],
    ['concat(text, missing)', invalidType],
    ['concat(object)', invalidType],
    ['concat(numbers)', invalidType],
    ["concat(parameter('nil'))", invalidType],
    ["concat(parameter('list'))", invalidType],
  ],
  contains: [
    ["contains(text, 'tol')", true],
    ["contains(text, '')", true],
    ["contains(text, 'Tol')", false],
    ['contains(text, one)', false],
    ['contains(text, none)', false],
    ['contains(numbers, `9`)', true],
    ["contains(numbers, '9')", false],
    ['contains(`[[1], {"a": 2}]`, `{"a": 2}`)', true],
    ['contains(`[[1]]`, `1`)', false],
    ['contains(`[null]`, none)', true],
    ['contains(no, none)', false],
    ["contains(one, 'a')", invalidType],
    ["contains(object, 'a')", invalidType],
  ],
  ends_with: [
    ["ends_with(text, 'lan')", true],
    ["ends_with(text, '')", true],
    ["ends_with(text, 'por')", false],
    ['ends_with(text, one)', invalidType],
    ["ends_with(none, 'a')", invalidType],
  ],
  floor: [
    ['floor(`1.9`)', 1],
    ['floor(`-1.1`)', -2],
    ['floor(yes)', invalidType],
  ],
  join: [
    ["join('-', texts)", 'b-a-ab-B'],
    ["join('', texts)", 'baabB'],
    ["join(',', no)", ''],
    ["join(', ', people[*].name)", 'Ida, Bo, Al, Cy'],
    ["join(',', mixed)", invalidType],
    ['join(one, texts)', invalidType],
    ["join(',', text)", invalidType],
  ],
  keys: [
    ['sort(keys(object))', ['a', 'b']],
    ['keys(nothing)', []],
    ['keys(numbers)', invalidType],
    ['keys(none)', invalidType],
  ],
  length: [
    ['length(text)', 8],
    ["length('')", 0],
    ['length(numbers)', 4],
    ['length(object)', 2],
    ['length(@.text)', 8],
    ['length(@)', 11],
    ['text.length(@)', 8],
    ['length(one)', invalidType],
    ['length(none)', invalidType],
    ['length(missing)', invalidType],
  ],
  map: [
    ['map(&town, people)', ['Ulm', 'Ulm', null, null]],
    ['map(&@, no)', []],
    ["map(&concat(name, '.'), people[:2])", ['Ida.', 'Bo.']],
    ['map(&[0], `[[1], [2]]`)', [1, 2]],
    ['map(&name, object)', invalidType],
    ['map(&name, none)', invalidType],
    ['map(&abs(@), texts)', invalidType],
  ],
  max: [
    ['max(numbers)', 10],
    ['max(texts)', 'b'],
    ['max(no)', null],
    ['max(mixed)', invalidType],
    ['max(`[true]`)', invalidType],
    ['max(text)', invalidType],
  ],
  max_by: [
    ['max_by(people, &age).name', 'Al'],
    ['max_by(people, &name).name', 'Ida'],
    ['max_by(no, &age)', null],
    ['max_by(people, &town)', invalidType],
    ['max_by(object, &a)', invalidType],
  ],
  merge: [
    ['merge(object, `{"b": 3, "c": 4}`)', { a: 1, b: 3, c: 4 }],
    ['merge()', {}],
    ['merge(nothing)', {}],
    ['merge(object, none)', invalidType],
    ['merge(numbers)', invalidType],
  ],
  min: [
    ['min(numbers)', -3.5],
    ['min(texts)', 'B'],
    ['min(no)', null],
    ['min(mixed)', invalidType],
  ],
  min_by: [
    ['min_by(people, &age).name', 'Bo'],
    ['min_by(people, &length(name)).name', 'Bo'],
    ['min_by(no, &age)', null],
    ['min_by(people, &town)', invalidType],
  ],
  not_null: [
    ['not_null(none, missing, zero, text)', 'portolan'],
    ['not_null(no, text)', []],
    ['not_null(none)', null],
    ['not_null(text, abs(text))', invalidType],
  ],
  parameter: [
    ["parameter('env')", 'dev'],
    ["parameter('count')", 3],
    ["parameter('flag')", false],
    ["parameter('nil')", null],
    ["parameter('list')[1]", 'y'],
    ["parameter('config').region", 'eu'],
    ["parameter(concat('e', 'nv'))", 'dev'],
    ["parameter(parameter('list')[0])", { code: 'query.unknown-parameter' }],
    ["parameter('__proto__')", 'plain'],
    ["parameter('constructor')", { code: 'query.unknown-parameter' }],
    ["parameter('ENV')", { code: 'query.unknown-parameter' }],
    ["parameter('prefix')", { code: 'query.unknown-parameter' }],
    ['parameter(one)', invalidType],
    ['parameter(none)', invalidType],
  ],
  reverse: [
    ['reverse(numbers)', [-3.5, 1, 9, 10]],
    ['reverse(text)', 'nalotrop'],
    ['reverse(no)', []],
    ["reverse('')", ''],
    ['reverse(one)', invalidType],
    ['reverse(object)', invalidType],
  ],
  sort: [
    ['sort(numbers)', [-3.5, 1, 9, 10]],
    ['sort(`[10, 9, 1]`)', [1, 9, 10]],
    ['sort(`[100, 20, 3, -1]`)', [-1, 3, 20, 100]],
    ['sort(texts)', ['B', 'a', 'ab', 'b']],
    ['sort(no)', []],
    ['sort(mixed)', invalidType],
    ['sort(`[null]`)', invalidType],
    ['sort(`[[1]]`)', invalidType],
    ['sort(text)', invalidType],
    ['numbers', [10, 9, 1, -3.5]],
  ],
  sort_by: [
    ['sort_by(people, &age)[*].name', ['Bo', 'Cy', 'Ida', 'Al']],
    ['sort_by(people, &name)[*].name', ['Al', 'Bo', 'Cy', 'Ida']],
    ['sort_by(people, &to_string(age))[*].age', [100, 40, 9, 9]],
    ['sort_by(no, &age)', []],
    ['sort_by(people, &town)', invalidType],
    ['sort_by(people, &missing)', invalidType],
    ['sort_by(object, &a)', invalidType],
  ],
  starts_with: [
    ["starts_with(text, 'port')", true],
    ["starts_with(text, '')", true],
    ["starts_with(text, 'lan')", false],
    ['starts_with(text, none)', invalidType],
  ],
  sum: [
    ['sum(numbers)', 16.5],
    ['sum(no)', 0],
    ['sum(texts)', invalidType],
    ['sum(none)', invalidType],
    ['sum(`[1e308, 1e308]`)', { code: 'query.invalid-value' }],
  ],
  to_array: [
    ['to_array(numbers)', [10, 9, 1, -3.5]],
    ['to_array(one)', [1]],
    ['to_array(none)', [null]],
    ['to_array(object)', [{ a: 1, b: [2] }]],
  ],
  to_number: [
    ["to_number('12')", 12],
    ["to_number('-1.5e2')", -150],
    ['to_number(one)', 1],
    ["to_number('')", null],
    ["to_number(' 1')", null],
    ["to_number('1 ')", null],
    ["to_number('0x10')", null],
    ["to_number('+1')", null],
    ["to_number('01')", null],
    ["to_number('.5')", null],
    ["to_number('1.')", null],
    ["to_number('1_000')", null],
    ["to_number('Infinity')", null],
    ["to_number('1e999')", null],
    ["to_number('NaN')", null],
    ['to_number(yes)', null],
    ['to_number(none)', null],
    ['to_number(no)', null],
    ['to_number(object)', null],
  ],
  to_string: [
    ['to_string(text)', 'portolan'],
    ['to_string(one)', '1'],
    ['to_string(`1.0`)', '1'],
    ['to_string(none)', 'null'],
    ['to_string(yes)', 'true'],
    ['to_string(object)', '{"a":1,"b":[2]}'],
    ["to_string('a\"b')", 'a"b'],
    ["to_string(['a'])", '["a"]'],
  ],
  type: [
    ['type(text)', 'string'],
    ['type(one)', 'number'],
    ['type(yes)', 'boolean'],
    ['type(no)', 'array'],
    ['type(object)', 'object'],
    ['type(none)', 'null'],
    ['type(missing)', 'null'],
  ],
  values: [
    ['values(object)', [1, [2]]],
    ['values(nothing)', []],
    ['values(numbers)', invalidType],
  ],
  variable: [
    ["variable('prefix')", 'dev-shop'],
    ["variable('nil')", null],
    ["variable('env')", { code: 'query.unknown-variable' }],
    ["variable('toString')", { code: 'query.unknown-variable' }],
    ['variable(none)', invalidType],
  ],
};

test('every function has rows here', () => {
  expect(Object.keys(rows).sort()).toStrictEqual([...queryFunctions.keys()].sort());
});

describe.for(Object.entries(rows))('%s', ([, cases]) => {
  test.for(cases)('%s', ([expression, expected]) => {
    const failed = typeof expected === 'object' && expected !== null && 'code' in expected;
    expect(outcomeOf(expression, data, context)).toStrictEqual(failed ? expected : { value: expected });
  });
});

test('sorting leaves the data as it was and keeps the order of equal keys', () => {
  const items = Array.from({ length: 50 }, (_, index) => ({ key: index % 3, index }));
  const before = structuredClone(items);
  const outcome = outcomeOf('sort_by(@, &key)[?key==`1`].index', items);
  expect(outcome).toStrictEqual({ value: items.filter(({ key }) => key === 1).map(({ index }) => index) });
  outcomeOf('reverse(@)', items);
  expect(items).toStrictEqual(before);
});

test('each function says what it takes and gives, for the reference pages', () => {
  for (const [name, { parameters, rest, summary }] of queryFunctions) {
    expect(summary, name).toMatch(/^[A-Z].*\.$/);
    expect([...parameters, ...(rest === null ? [] : [rest])].every(({ expects }) => expects.length > 0)).toBe(true);
  }
});
