import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, type JsonValue, ResourceList } from './index.ts';
import { outcomeOf, type QueryOutcome } from './outcome-of.ts';

/**
 * A second opinion on the language: expressions are generated as trees, written out as text for the engine, and evaluated
 * here by the plainest reading of the specification: no lexer, no precedence, no budget, no index.
 */
type Expression =
  | { readonly kind: 'path'; readonly head: Expression; readonly steps: readonly Step[] }
  | { readonly kind: 'current' }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'hash'; readonly entries: readonly (readonly [string, Expression])[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[]; readonly by?: Expression };

type Step =
  | { readonly kind: 'member'; readonly of: Expression }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly bounds: readonly [number | null, number | null, number | null] }
  | { readonly kind: 'each' | 'values' | 'flatten' }
  | { readonly kind: 'filter'; readonly condition: Expression };

type Operator = '|' | '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=';

const binding: Record<Operator, number> = {
  '|': 1,
  '||': 2,
  '&&': 3,
  '==': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
};

// Writing

function write(expression: Expression, least = 0): string {
  switch (expression.kind) {
    case 'current':
      return '@';
    case 'field':
      return /^[a-z_]+$/.test(expression.name) ? expression.name : JSON.stringify(expression.name);
    case 'literal':
      return `\`${JSON.stringify(expression.value).replaceAll('`', '\\`')}\``;
    case 'path':
      // A path at the head of another is closed by parentheses; without them its projection would go on.
      return enclosed(write(expression.head, 10) + expression.steps.map(writeStep).join(''), least >= 10);
    case 'not':
      return enclosed(`!${write(expression.operand, 8)}`, 8 < least);
    case 'binary': {
      const power = binding[expression.operator];
      const text = `${write(expression.left, power)} ${expression.operator} ${write(expression.right, power + 1)}`;
      return enclosed(text, power < least);
    }
    case 'list':
      return `[${expression.items.map((item) => write(item)).join(', ')}]`;
    case 'hash':
      return `{${expression.entries.map(([name, value]) => `${JSON.stringify(name)}: ${write(value)}`).join(', ')}}`;
    case 'call': {
      const args = expression.args.map((argument) => write(argument));
      if (expression.by !== undefined) args.splice(expression.name === 'map' ? 0 : 1, 0, `&${write(expression.by)}`);
      return `${expression.name}(${args.join(', ')})`;
    }
  }
}

function enclosed(text: string, needed: boolean): string {
  return needed ? `(${text})` : text;
}

function writeStep(step: Step): string {
  switch (step.kind) {
    case 'member':
      return `.${write(step.of, 10)}`;
    case 'index':
      return `[${step.index}]`;
    case 'slice': {
      const [start, stop, by] = step.bounds;
      return `[${start ?? ''}:${stop ?? ''}${by === null ? '' : `:${by}`}]`;
    }
    case 'each':
      return '[*]';
    case 'values':
      return '.*';
    case 'flatten':
      return '[]';
    case 'filter':
      return `[?${write(step.condition)}]`;
  }
}

// Reading as the specification has it

class WrongType extends Error {}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isHash = (value: JsonValue): value is JsonObject => value !== null && typeof value === 'object' && !isList(value);
const isFalse = (value: JsonValue) =>
  value === null || value === false || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
const known = (values: readonly JsonValue[]) => values.filter((value) => value !== null);

function read(expression: Expression, current: JsonValue): JsonValue {
  switch (expression.kind) {
    case 'current':
      return current;
    case 'field': {
      const found = isHash(current) ? Object.entries(current).find(([name]) => name === expression.name) : undefined;
      return found === undefined ? null : found[1];
    }
    case 'literal':
      return expression.value;
    case 'path':
      return walk(read(expression.head, current), expression.steps);
    case 'not':
      return isFalse(read(expression.operand, current));
    case 'binary':
      return combine(
        expression.operator,
        read(expression.left, current),
        (value) => read(expression.right, value),
        current,
      );
    case 'list':
      return current === null ? null : expression.items.map((item) => read(item, current));
    case 'hash':
      return current === null
        ? null
        : Object.fromEntries(expression.entries.map(([name, value]) => [name, read(value, current)]));
    case 'call': {
      const args = expression.args.map((argument) => read(argument, current));
      const { by } = expression;
      return apply(expression.name, args, by && ((value: JsonValue) => read(by, value)));
    }
  }
}

function combine(
  operator: Operator,
  left: JsonValue,
  right: (value: JsonValue) => JsonValue,
  current: JsonValue,
): JsonValue {
  if (operator === '|') return right(left);
  if (operator === '||') return isFalse(left) ? right(current) : left;
  if (operator === '&&') return isFalse(left) ? left : right(current);
  const other = right(current);
  if (operator === '==') return same(left, other);
  if (operator === '!=') return !same(left, other);
  if (typeof left !== 'number' || typeof other !== 'number') return null;
  return { '<': left < other, '<=': left <= other, '>': left > other, '>=': left >= other }[operator];
}

const same = (a: JsonValue, b: JsonValue) => isDeepStrictEqual(plain(a), plain(b));

/** A path is read from its last flatten: all before it is evaluated, all behind it applies to each element. */
function walk(value: JsonValue, steps: readonly Step[]): JsonValue {
  const last = steps.findLastIndex(({ kind }) => kind === 'flatten');
  if (last !== -1) {
    const before = walk(value, steps.slice(0, last));
    return onEach(isList(before) ? (before.flat(1) as JsonValue[]) : null, steps.slice(last + 1));
  }
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  switch (step.kind) {
    case 'member':
      return walk(read(step.of, value), rest);
    case 'index':
      return walk(isList(value) ? (value.at(step.index) ?? null) : null, rest);
    case 'slice': {
      if (typeof value === 'string') return walk(cut([...value], step.bounds).join(''), rest);
      return onEach(isList(value) ? cut(value, step.bounds) : null, rest);
    }
    case 'values':
      return onEach(isHash(value) ? Object.values(value) : null, rest);
    case 'filter':
      return onEach(isList(value) ? value.filter((item) => !isFalse(read(step.condition, item))) : null, rest);
    default:
      return onEach(isList(value) ? value : null, rest);
  }
}

/** A list or hash right behind a projection is its end, as it is for all who wrote an engine: the rest sees the whole. */
function onEach(items: readonly JsonValue[] | null, steps: readonly Step[]): JsonValue {
  const [next, ...after] = steps;
  if (next?.kind !== 'member' || (next.of.kind !== 'list' && next.of.kind !== 'hash')) {
    return items && known(items.map((item) => walk(item, steps)));
  }
  const { of } = next;
  return walk(items && known(items.map((item) => read(of, item))), after);
}

/** Walks from end to end and keeps what lies within the bounds. */
function cut<T>(items: readonly T[], [start, stop, by]: readonly [number | null, number | null, number | null]): T[] {
  const step = by ?? 1;
  const { length } = items;
  const place = (bound: number) => (bound < 0 ? Math.max(bound + length, step < 0 ? -1 : 0) : bound);
  const from = start === null ? (step > 0 ? 0 : length - 1) : Math.min(place(start), step < 0 ? length - 1 : length);
  const kept: T[] = [];
  for (let at = from; at >= 0 && at < length; at += step) {
    if (stop !== null && (step > 0 ? at >= place(stop) : at <= place(stop))) break;
    kept.push(items[at] as T);
  }
  return kept;
}

function wants<T extends JsonValue>(value: JsonValue | undefined, test: (value: JsonValue) => value is T): T {
  if (value === undefined || !test(value)) throw new WrongType();
  return value;
}

const isText = (value: JsonValue): value is string => typeof value === 'string';
const isNumber = (value: JsonValue): value is number => typeof value === 'number';
const isScalar = (value: JsonValue): value is string | number | boolean => value !== null && typeof value !== 'object';
const isNumbers = (value: JsonValue): value is number[] => isList(value) && value.every(isNumber);
const isTexts = (value: JsonValue): value is string[] => isList(value) && value.every(isText);
const isOrdered = (value: JsonValue): value is number[] | string[] => isNumbers(value) || isTexts(value);

const pointsOf = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);

function order(a: JsonValue, b: JsonValue): number {
  if (isNumber(a) && isNumber(b)) return a - b;
  const [left, right] = [pointsOf(String(a)), pointsOf(String(b))];
  const at = left.findIndex((point, index) => point !== right[index]);
  return at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

function sortedBy(items: readonly JsonValue[], key: (value: JsonValue) => JsonValue): JsonValue[] {
  const keys = wants(items.map(key), isOrdered);
  return items
    .map((item, index) => [item, keys[index] ?? null] as const)
    .sort(([, a], [, b]) => order(a, b))
    .map(([item]) => item);
}

function apply(
  name: string,
  args: readonly JsonValue[],
  by: (value: JsonValue) => JsonValue = (value) => value,
): JsonValue {
  const [first = null, second = null] = args;
  switch (name) {
    case 'length':
      if (isText(first)) return [...first].length;
      return Object.keys(wants(first, (value): value is JsonObject | JsonValue[] => isHash(value) || isList(value)))
        .length;
    case 'type':
      return first === null ? 'null' : isList(first) ? 'array' : typeof first;
    case 'to_array':
      return isList(first) ? first : [first];
    case 'to_string':
      return isText(first) ? first : JSON.stringify(first);
    case 'not_null':
      return args.find((value) => value !== null) ?? null;
    case 'keys':
      return Object.keys(wants(first, isHash));
    case 'values':
      return Object.values(wants(first, isHash));
    case 'merge':
      return Object.fromEntries(args.flatMap((value) => Object.entries(wants(value, isHash))));
    case 'sum':
      return wants(first, isNumbers).reduce((sum, value) => sum + value, 0);
    case 'sort':
      return wants(first, isOrdered).toSorted(order);
    case 'max':
      return wants(first, isOrdered).toSorted(order).at(-1) ?? null;
    case 'min':
      return wants(first, isOrdered).toSorted(order).at(0) ?? null;
    case 'reverse':
      return isText(first) ? [...first].reverse().join('') : wants(first, isList).toReversed();
    case 'contains':
      if (isText(first)) return isText(second) && first.split(second).length > 1;
      return wants(first, isList).some((item) => same(item, second));
    case 'join':
      return wants(second, isTexts).join(wants(first, isText));
    case 'concat':
      return args.map((value) => wants(value, isScalar)).join('');
    case 'map':
      return wants(first, isList).map(by);
    case 'sort_by':
      return sortedBy(wants(first, isList), by);
    case 'min_by':
      return sortedBy(wants(first, isList), by).at(0) ?? null;
    default:
      throw new Error(`${name} has no second opinion`);
  }
}

// Making

const names = fc.constantFrom('a', 'b', 'c', 'name', '__proto__', 'constructor', 'x y', 'é');
const texts = fc.constantFrom('', 'a', 'b', 'ab', 'ba', '😀', 'z😀a', '10', '9', '`', "'", '\\');
const numbers = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(0.5, -1.5, 1e21));

const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), numbers, texts),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(numbers, { maxLength: 5 }),
    fc.array(texts, { maxLength: 5 }),
    fc.array(fc.tuple(names, tie('json')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

/** Numbers as JSON has them: -0 is 0. */
function plain<T extends JsonValue>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

const bound = fc.option(fc.integer({ min: -6, max: 6 }));
const step = fc.option(fc.integer({ min: -3, max: 3 }).filter((by) => by !== 0));
const oneArgument = fc.constantFrom(
  'length',
  'type',
  'to_array',
  'to_string',
  'keys',
  'values',
  'sum',
  'sort',
  'max',
  'min',
  'reverse',
);
const manyArguments = fc.constantFrom('not_null', 'merge', 'concat');

const { expression } = fc.letrec<{ expression: Expression; step: Step; member: Expression; call: Expression }>(
  (tie) => ({
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('field' as const), name: names }) },
      { weight: 2, arbitrary: fc.constant<Expression>({ kind: 'current' }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('literal' as const), value: json.map(plain) }) },
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('path' as const),
          head: tie('expression'),
          steps: fc.array(tie('step'), { minLength: 1, maxLength: 4 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('binary' as const),
          operator: fc.constantFrom<Operator>('|', '||', '&&', '==', '!=', '<', '<=', '>', '>='),
          left: tie('expression'),
          right: tie('expression'),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('not' as const), operand: tie('expression') }) },
      { weight: 2, arbitrary: tie('member') },
      { weight: 2, arbitrary: tie('call') },
    ),
    member: fc.oneof(
      fc.record({
        kind: fc.constant('list' as const),
        items: fc.array(tie('expression'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('hash' as const),
        entries: fc.array(fc.tuple(names, tie('expression')), { minLength: 1, maxLength: 3 }),
      }),
    ),
    call: fc.oneof(
      fc.record({ kind: fc.constant('call' as const), name: oneArgument, args: fc.tuple(tie('expression')) }),
      fc.record({
        kind: fc.constant('call' as const),
        name: manyArguments,
        args: fc.array(tie('expression'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('call' as const),
        name: fc.constantFrom('contains', 'join'),
        args: fc.tuple(tie('expression'), tie('expression')),
      }),
      fc.record({
        kind: fc.constant('call' as const),
        name: fc.constantFrom('map', 'sort_by', 'min_by'),
        args: fc.tuple(tie('expression')),
        by: tie('expression'),
      }),
    ),
    step: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('member' as const),
          of: fc.record({ kind: fc.constant('field' as const), name: names }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('member' as const), of: fc.oneof(tie('member'), tie('call')) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('index' as const), index: fc.integer({ min: -4, max: 4 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('slice' as const), bounds: fc.tuple(bound, bound, step) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constantFrom('each' as const, 'values' as const, 'flatten' as const) }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('filter' as const), condition: tie('expression') }) },
    ),
  }),
);

function secondOpinion(tree: Expression, data: JsonValue): QueryOutcome {
  try {
    return { value: read(tree, data) };
  } catch (problem) {
    if (problem instanceof WrongType) return { code: 'query.invalid-type' };
    throw problem;
  }
}

/** The engine refuses some calls that can never succeed even where evaluation would not come to them. */
function refusedBeforehand(text: string): boolean {
  const outcome = outcomeOf(`\`null\` && (${text})`, null);
  return 'code' in outcome && outcome.code === 'query.invalid-type';
}

/** Compares as node does: vitest takes a member named `constructor` for the class of the object. */
function expectSame(text: string, found: QueryOutcome, expected: QueryOutcome): void {
  if (same(found, expected)) return;
  expect(JSON.stringify(found), text).toBe(JSON.stringify(expected));
}

/** Wall time is not what these tests are about: on a busy machine they may take long. */
describe('the engine and the second opinion agree', { timeout: 60_000 }, () => {
  test('on generated expressions and data', () => {
    const seen = { values: 0, nulls: 0, errors: 0, beforehand: 0 };
    fc.assert(
      fc.property(expression, json.map(plain), (tree, data) => {
        const text = write(tree);
        const expected = secondOpinion(tree, data);
        const found = outcomeOf(text, data);
        if (refusedBeforehand(text)) {
          seen.beforehand += 1;
          expect(found, text).toStrictEqual({ code: 'query.invalid-type' });
          return;
        }
        if ('code' in expected) seen.errors += 1;
        else if (expected.value === null) seen.nulls += 1;
        else seen.values += 1;
        expectSame(text, found, expected);
      }),
      { numRuns: 6_000 },
    );
    // Without enough of each kind the comparison would say little.
    expect(seen.values).toBeGreaterThan(1_500);
    expect(seen.errors).toBeGreaterThan(100);
    expect(seen.beforehand).toBeLessThan(1_500);
  });

  test('on look-ups among resources, whose names and ids may be anything', () => {
    const resource = fc
      .array(fc.tuple(fc.constantFrom('name', 'id', 'a'), fc.oneof(texts, json.map(plain))), { maxLength: 3 })
      .map((entries): JsonObject => Object.fromEntries(entries));
    const condition = fc.tuple(fc.constantFrom('name', 'id', 'a'), fc.oneof(texts, json), fc.boolean(), expression);
    fc.assert(
      fc.property(fc.array(resource, { maxLength: 12 }), condition, ([...resources], [key, value, turned, more]) => {
        const list = new ResourceList(resources);
        const constant: Expression = { kind: 'literal', value: plain(value) };
        const field: Expression = { kind: 'field', name: key };
        const [left, right] = turned ? [constant, field] : [field, constant];
        for (const also of [undefined, more]) {
          const first: Expression = { kind: 'binary', operator: '==', left, right };
          const whole: Expression = also ? { kind: 'binary', operator: '&&', left: first, right: also } : first;
          const text = `resources[?${write(whole)}]`;
          expectSame(text, outcomeOf(text, list.root, { resources: list }), outcomeOf(text, { resources }));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
