import { describe, expect, test } from 'vitest';
import { checkProgram, compile, evaluate, type JsonValue, type NamesUsed, resourceReferences } from './index.ts';

const nothing: NamesUsed = {
  parameters: [],
  variables: [],
  computedParameters: false,
  computedVariables: false,
  resources: false,
  fields: [],
};

describe('the names that a query uses', () => {
  test.for<[string, Partial<NamesUsed>]>([
    ["'a'", {}],
    ["parameter('a')", { parameters: ['a'] }],
    ['parameter(`"a"`)', { parameters: ['a'] }],
    ["variable('v')", { variables: ['v'] }],
    [
      "concat(parameter('a'), variable('v'), parameter('b'), parameter('a'))",
      { parameters: ['a', 'b'], variables: ['v'] },
    ],
    ["parameter(concat('a', 'b'))", { computedParameters: true }],
    ["variable(parameter('a'))", { parameters: ['a'], computedVariables: true }],
    ["resources[?name==parameter('a')].id", { parameters: ['a'], resources: true, fields: ['resources'] }],
    [
      "resources[?name=='x'].{k: parameter('k'), v: variable('v')}",
      { parameters: ['k'], variables: ['v'], resources: true, fields: ['resources'] },
    ],
    ["map(&concat(@, parameter('a')), variable('list'))", { parameters: ['a'], variables: ['list'] }],
    ['resources', { resources: true, fields: ['resources'] }],
    ['@.resources', { resources: true, fields: ['resources'] }],
    ['@ | resources', { resources: true, fields: ['resources'] }],
    ['length(resources)', { resources: true, fields: ['resources'] }],
    ['@', { resources: true }],
    ['keys(@)', { resources: true }],
    ['*', { resources: true }],
    ['to_string([@])', { resources: true }],
    ['name', { fields: ['name'] }],
    ['name.resources', { fields: ['name'] }],
    ["parameter('a').resources", { parameters: ['a'] }],
    ["parameter('a') | @", { parameters: ['a'] }],
    ["parameter('a')[?resources]", { parameters: ['a'] }],
    ["parameter('a')[*].resources", { parameters: ['a'] }],
    ["map(&resources, parameter('a'))", { parameters: ['a'] }],
    ['a || b || a', { fields: ['a', 'b'] }],
    ['{x: a, y: [b, !c]}', { fields: ['a', 'b', 'c'] }],
  ])('%s', ([query, names]) => {
    expect(compile(query).names).toStrictEqual({ ...nothing, ...names });
  });
});

const parameters = new Map<string, JsonValue>([
  ['a', 'text'],
  ['list', ['x']],
  ['nil', null],
  ['name', 'a'],
]);
const variables = new Map<string, JsonValue>([['v', 'value']]);

describe('what is wrong before anything is provisioned (contract A7)', () => {
  test.for<[string, [code: string, offset: number][]]>([
    ["resources[?name==parameter('a')].id", []],
    ["concat(parameter('a'), variable('v'))", []],
    ["parameter('b')", [['query.unknown-parameter', 0]]],
    ["resources[?name==variable('b')].id", [['query.unknown-variable', 17]]],
    [
      "[parameter('b'), variable('c'), parameter('a')]",
      [
        ['query.unknown-parameter', 1],
        ['query.unknown-variable', 17],
      ],
    ],
    ["concat(parameter('list'), 'x')", [['query.invalid-type', 7]]],
    ["resources[?name==concat(parameter('nil'))].id", [['query.invalid-type', 24]]],
    ["parameter(concat('na', 'me'))", []],
    ["parameter(concat('no', 'ne'))", [['query.unknown-parameter', 0]]],
    ["resources[*].concat(name, parameter('b'))", [['query.unknown-parameter', 26]]],
    ["abs(parameter('a')) || resources", [['query.invalid-type', 4]]],
    ["sort(parameter('list'))[0]", []],
    ['parameter(resources[0].name)', []],
    ["map(&abs(@), parameter('list'))", [['query.invalid-type', 9]]],
  ])('%s', ([query, expected]) => {
    const found = checkProgram(compile(query), { parameters, variables });
    expect(found.map(({ code, offset }) => [code, offset])).toStrictEqual(expected);
  });
});

describe('the resources that a query picks', () => {
  test.for<[string, [key: string, value: string][]]>([
    ["resources[?name=='a'].id", [['name', 'a']]],
    ["resources[?id==parameter('a')].name", [['id', 'text']]],
    ["resources[?name==concat(parameter('name'), '-', variable('v')) && sku=='x'].id", [['name', 'a-value']]],
    [
      "[resources[?name=='a'].id, resources[?'b'==name].id]",
      [
        ['name', 'a'],
        ['name', 'b'],
      ],
    ],
    ["@.resources[?name=='a']", [['name', 'a']]],
    ["resources[?name==parameter('nil')]", []],
    ["resources[?sku=='a']", []],
    ["parameter('list')[?name=='a']", []],
    ["parameter('list').resources[?name=='a']", []],
    ['resources[0]', []],
  ])('%s', ([query, expected]) => {
    const found = resourceReferences(compile(query), { parameters, variables });
    expect(found.map(({ key, value }) => [key, value])).toStrictEqual(expected);
  });
});

describe('two requests never see one another', () => {
  test('one program, different values', () => {
    const program = compile("concat(parameter('x'), '-', variable('y'))");
    const one = { parameters: new Map([['x', 'one']]), variables: new Map([['y', '1']]) };
    const two = { parameters: new Map([['x', 'two']]), variables: new Map([['y', '2']]) };
    expect(evaluate(program, null, one)).toBe('one-1');
    expect(evaluate(program, null, two)).toBe('two-2');
    expect(evaluate(program, null, one)).toBe('one-1');
    expect(() => evaluate(program, null)).toThrowError(expect.objectContaining({ code: 'query.unknown-parameter' }));
  });

  test('the same text is the same program', () => {
    expect(compile('a.b.c')).toBe(compile('a.b.c'));
  });
});
