import { describe, expect, test } from 'vitest';
import { compile, evaluate, type JsonValue, type QueryContext, QueryError, queryErrorCodes } from './index.ts';

function errorOf(text: string, data: JsonValue = null, context: QueryContext = {}): QueryError {
  try {
    evaluate(compile(text), data, context);
  } catch (problem) {
    if (problem instanceof QueryError) return problem;
    throw problem;
  }
  throw new Error(`${text} is not refused`);
}

describe('where an error is', () => {
  test.for([
    ['a.', 1, 3],
    ['a..b', 1, 3],
    ['a.b\n.c\n..d', 3, 2],
    ['a\r\nb', 2, 1],
    ['a\rb', 2, 1],
    ["a == 'open", 1, 6],
    ['a[?b=c]', 1, 5],
    ['  nope(a)', 1, 3],
    ['[a, abs(b, c)]', 1, 5],
    ['abs(  `"x"`)', 1, 7],
    ["concat('a',\n  b)", 2, 3],
    ["concat(parameter('a'), 'b')", 1, 8],
    ['a[1:2:0]', 1, 6],
    ["'😀'.a.'b'", 1, 8],
    ['sort_by(a, b)', 1, 12],
  ] as const)('%j: line %i, column %i', ([text, line, column]) => {
    const { line: foundLine, column: foundColumn } = errorOf(text, { a: [1] });
    expect([foundLine, foundColumn]).toStrictEqual([line, column]);
  });

  test('the caret stands under the place', () => {
    expect(errorOf("resources[?name=parameter('x')]").excerpt).toBe(
      ["resources[?name=parameter('x')]", '               ^'].join('\n'),
    );
    expect(errorOf("a |\n  b['c'] | d").excerpt).toBe(["  b['c'] | d", '    ^'].join('\n'));
    expect(errorOf('a.').excerpt).toBe(['a.', '  ^'].join('\n'));
  });

  test('a long line is cut around the place, and the caret still fits', () => {
    const { excerpt, column } = errorOf(`${'a.'.repeat(100)}.${'b'.repeat(200)}`);
    const [line = '', caret = ''] = excerpt.split('\n');
    expect(column).toBe(201);
    expect(line.length).toBeLessThan(110);
    expect(line.startsWith('…') && line.endsWith('…')).toBe(true);
    expect(line[caret.indexOf('^')]).toBe('.');
    expect(line.slice(caret.indexOf('^'), caret.indexOf('^') + 3)).toBe('.bb');
  });

  test('characters that would move the caret are shown as blanks', () => {
    expect(errorOf('a\t\u001b[31m..').excerpt).toBe(['a  [31m..', '  ^'].join('\n'));
    expect(errorOf("'\u2028\u202e\u200b' b").excerpt).toBe(["'   ' b", '      ^'].join('\n'));
  });
});

describe('what an error says', () => {
  test.for([
    ['a b', 'b is not expected here.'],
    ['a.', 'The query ends too early.'],
    ['(a', 'The query ends too early: ) is missing.'],
    ["'a", 'The raw string that begins here is not closed.'],
    ['`a', 'The literal that begins here is not closed.'],
    ['"a', 'The quoted name that begins here is not closed.'],
    ['`a`', 'The literal between backticks is not valid JSON.'],
    ['a = b', 'A comparison for equality is written ==.'],
    ['nope(a)', 'There is no function named nope.'],
    ['abs()', 'abs() takes 1 argument, not 0.'],
    ['not_null()', 'not_null() takes at least 1 argument, not 0.'],
    ['contains(a)', 'contains() takes 2 arguments, not 1.'],
    ["abs('a')", 'Argument 1 of abs() must be number, not string.'],
    ['sort_by(a, b)', 'Argument 2 of sort_by() must be an expression, written with & before it.'],
    ['abs(&a)', 'Argument 1 of abs() must be number, not an expression.'],
    ["parameter('x')", "There is no parameter named 'x'."],
    ["variable('x')", "There is no variable named 'x'."],
    ['parameter(name)', 'There is no parameter of the name that is computed here.'],
    ['sum(list)', 'Argument 1 of sum() must be array[number], not an array of other things.'],
    ['sort_by(list, &@)', 'The keys for sort_by() must be all numbers or all strings.'],
  ] as const)('%s: %s', ([text, message]) => {
    expect(errorOf(text, { name: 'secret', list: [1, 'a'] }).message).toBe(message);
  });

  test.for([
    ["a.'b\nc\u202e'", "'b c ' is not expected here."],
    ["parameter('x\n\u2028y')", "There is no parameter named 'x  y'."],
  ] as const)('%j: on one line', ([text, message]) => {
    expect(errorOf(text).message).toBe(message);
  });

  test.for([`parameter('${'x'.repeat(9_000)}')`, `${'x'.repeat(9_000)}(a)`, `a.'${'x'.repeat(9_000)}'`])(
    'a long name is cut short',
    (text) => {
      expect(errorOf(text).message.length).toBeLessThan(130);
      expect(errorOf(text).message).toContain('xxx…');
    },
  );

  test('every code has words for the reference pages', () => {
    for (const words of Object.values(queryErrorCodes)) expect(words).toMatch(/^[A-Z].*\.$/);
  });
});

describe('an error never shows a value', () => {
  const canary = 'canary-7f3a';
  const context = {
    parameters: new Map<string, JsonValue>([
      ['key', canary],
      ['list', [canary]],
    ]),
  };
  const data = { secret: canary, list: [canary, 1], object: { [canary]: canary } };

  test.for([
    'abs(secret)',
    "abs(parameter('key'))",
    'parameter(secret)',
    'variable(secret)',
    "parameter(parameter('key'))",
    "concat(parameter('list'))",
    'sum(list)',
    'sort(list)',
    'sort_by(list, &@)',
    'max_by(list, &@)',
    'keys(secret)',
    'join(secret, list)',
    'map(&abs(@), list)',
    'merge(object, secret)',
    'length(`1`) || secret',
  ])('%s', (text) => {
    const error = errorOf(text, data, context);
    expect(JSON.stringify([error.message, error.excerpt, error.code, { ...error }, String(error)])).not.toContain(
      canary,
    );
  });
});

describe('finding nothing is no error', () => {
  test.for(['a', 'a.b', 'a[0]', 'a[*].b', 'a[?b].c', 'a[]', 'a.*', "resources[?name=='x'].id"])(
    '%s is null',
    (text) => {
      expect(evaluate(compile(text), {})).toBeNull();
    },
  );

  test('a filter that nothing passes is an empty list', () => {
    expect(evaluate(compile("resources[?name=='x'].id"), { resources: [{ name: 'y' }] })).toStrictEqual([]);
  });
});
