import { describe, expect, test } from 'vitest';
import { Budget, compile, evaluate, type JsonObject, type JsonValue, QueryError, ResourceList } from './index.ts';

const odd: readonly JsonObject[] = [
  { id: '1', name: 'a', kind: 'x' },
  { id: '2', name: 'b', kind: 'y' },
  { id: '1', name: 'c', kind: 'x' },
  { id: '3', name: 'a', kind: 'z' },
  { id: null, name: 7 },
  { kind: 'nameless' },
  { id: '4', name: ['a'] },
  JSON.parse('{"__proto__": {"name": "a"}, "id": "5"}'),
  { id: '6', name: '' },
  { id: '7', name: '__proto__' },
];

const parameters = new Map<string, JsonValue>([
  ['a', 'a'],
  ['seven', 7],
  ['nil', null],
  ['list', ['a']],
  ['config', { name: 'a', names: ['b', 'a'] }],
]);
const variables = new Map<string, JsonValue>([['b', 'b']]);

/** Whether by the index or not, the answer is that of a scan. */
const queries = [
  "resources[?name=='a'].id",
  "resources[?'a'==name].id",
  "resources[?name=='a']",
  "resources[?name=='a'] | [0].id",
  "resources[?name=='a'].[id, kind]",
  "resources[?name=='a'].nothing",
  "resources[?id=='1'].name",
  "resources[?'1'==id].name",
  'resources[?name==`"a"`].id',
  "resources[?name==parameter('a')].id",
  "resources[?parameter('a')==name].id",
  "resources[?name==variable('b')].id",
  "resources[?name==concat('', parameter('a'))].id",
  "resources[?name==concat(parameter('a'), variable('b'))].id",
  "resources[?name==parameter('config').name].id",
  "resources[?name==parameter('config').names[1]].id",
  "resources[?name==parameter('config').names | [0]].id",
  "resources[?name==join('', ['a'])].id",
  "resources[?name==not_null(parameter('nil'), 'a')].id",
  "resources[?name=='zzz'].id",
  "resources[?name==''].id",
  "resources[?name=='__proto__'].id",
  "resources[?name=='constructor'].id",
  "resources[?name==parameter('seven')].id",
  "resources[?name==parameter('nil')].kind",
  "resources[?name==parameter('list')].id",
  'resources[?name==`null`].kind',
  'resources[?name==`7`]',
  "resources[?name=='a' && kind=='z'].id",
  "resources[?name=='a' && id=='1' && kind=='x'].id",
  "resources[?name=='a' && abs(kind)].id",
  "resources[?name=='zzz' && abs(kind)].id",
  "resources[?kind=='x' && name=='a'].id",
  "resources[?name=='a' || kind=='y'].id",
  "resources[?!(name=='a')].id",
  "resources[?name!='a'].id",
  'resources[?name==kind].id',
  'resources[?name==name] | length(@)',
  "resources[?kind=='x'].id",
  "resources[?name==parameter('missing')].id",
  "resources[?name==concat(parameter('list'))].id",
  "@.resources[?name=='a'].id",
  "resources | [?name=='a'].id",
  "{resources: resources[1:]}.resources[?name=='a'].id",
  "resources[?name=='a'].{again: resources[?name=='a']}",
];

function outcome(query: string, root: JsonValue, resources?: ResourceList): unknown {
  try {
    return { value: evaluate(compile(query), root, { parameters, variables, ...(resources && { resources }) }) };
  } catch (problem) {
    if (problem instanceof QueryError) return { code: problem.code, offset: problem.offset };
    throw problem;
  }
}

describe('a look-up answers as a scan does', () => {
  test.for(queries)('%s', (query) => {
    const list = new ResourceList();
    expect(outcome(query, list.root, list), 'no resources').toStrictEqual(outcome(query, { resources: [] }));
    for (const [index, resource] of odd.entries()) {
      list.append(resource);
      const soFar = odd.slice(0, index + 1);
      expect(outcome(query, list.root, list), `${index + 1} resources`).toStrictEqual(
        outcome(query, { resources: soFar }),
      );
    }
  });

  test('a list that is not the indexed one is scanned', () => {
    const list = new ResourceList(odd);
    const other = { resources: [{ name: 'a', id: 'other' }] };
    expect(outcome("resources[?name=='a'].id", other, list)).toStrictEqual({ value: ['other'] });
  });

  test('a result is not a part of the index', () => {
    const list = new ResourceList([{ name: 'a', id: '1' }]);
    const before = evaluate(compile("resources[?name=='a']"), list.root, { resources: list });
    list.append({ name: 'a', id: '2' });
    expect(before).toStrictEqual([{ name: 'a', id: '1' }]);
    expect(outcome("resources[?name=='a'].id", list.root, list)).toStrictEqual({ value: ['1', '2'] });
  });
});

describe('a look-up costs the same however many resources there are', () => {
  const many = new ResourceList(Array.from({ length: 10_000 }, (_, index) => ({ id: `i${index}`, name: `n${index}` })));
  const few = new ResourceList(Array.from({ length: 10 }, (_, index) => ({ id: `i${index}`, name: `n${index}` })));
  const names = new Map([['x', 'n7']]);

  function stepsOf(query: string, list: ResourceList): number {
    const budget = new Budget();
    evaluate(compile(query), list.root, { parameters: names, variables: names, budget, resources: list });
    return budget.total.steps - budget.left.steps;
  }

  test.for([
    "resources[?name=='n7'].id",
    "resources[?'n7'==name].id",
    "resources[?id=='i7'].name",
    'resources[?name==`"n7"`].id',
    "resources[?name==parameter('x')].id",
    "resources[?name==variable('x')].id",
    "resources[?name==concat('n', `7`)].id",
    "resources[?name==concat(parameter('x'), '')].id",
    "resources[?parameter('x')==name && id=='i7'].id",
    "resources[?name=='nobody'].id",
    "@.resources[?name=='n7'].id",
    "resources | [?name=='n7'].id",
    "(resources)[?name=='n7'].id",
    "[resources[?name=='n7'].id, resources[?id=='i7'].name]",
  ])('%s', (query) => {
    expect(stepsOf(query, many)).toBe(stepsOf(query, few));
    expect(stepsOf(query, many)).toBeLessThan(60);
  });

  test('and what cannot be looked up is seen to be scanned', () => {
    expect(stepsOf("resources[?sku=='n7'].id", many)).toBeGreaterThan(10_000);
    expect(stepsOf("resources[?name=='n7' || id=='i8'].id", many)).toBeGreaterThan(10_000);
  });
});

describe('find', () => {
  test('gives all of a name in order, and nothing for what is not there', () => {
    const list = new ResourceList(odd);
    expect(list.find('name', 'a')).toStrictEqual([odd[0], odd[3]]);
    expect(list.find('id', '1')).toStrictEqual([odd[0], odd[2]]);
    expect(list.find('name', 'hasOwnProperty')).toStrictEqual([]);
    expect(list.items).toHaveLength(odd.length);
  });
});
