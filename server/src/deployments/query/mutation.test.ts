import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Budget, compile, evaluate, type JsonValue, QueryError, ResourceList } from './index.ts';
import { mutate, randomFrom, seeds } from './mutated-query.ts';
import { holdsText } from './text-search.ts';

const data = new ResourceList([
  {
    id: '1',
    name: 'web',
    sections: { properties: { secrets: [{ secretText: 's' }], redirectUrls: ['u'] }, locked: false },
  },
  {
    id: '2',
    name: 'dev-api',
    sections: { advanced: { apiProductSubscriptions: [{ productId: 'p', key: 'k' }] }, n: { x: 4 } },
  },
  JSON.parse('{"id": 3, "name": "😀", "__proto__": {"name": "x"}, "constructor": []}'),
]);

const context = {
  parameters: new Map<string, JsonValue>([['env', 'dev']]),
  variables: new Map<string, JsonValue>([['prefix', ['p']]]),
  resources: data,
};

/** Wall time is not what these tests are about: on a busy machine they may take long. */
const patience = 60_000;

function consistent({ offset, line, column, excerpt, message }: QueryError, text: string): boolean {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  const place = line === before.length && column === (before.at(-1)?.length ?? 0) + 1;
  return place && offset <= text.length && /^[^\n]*\n *\^$/.test(excerpt) && message.endsWith('.');
}

/** Goal R5: whatever is written as a query ends in a value or in a typed error, never in anything else. */
describe('50,000 mutated queries', () => {
  test('end in a value or in a typed error that tells its place', { timeout: patience }, () => {
    const random = randomFrom(20_261_115);
    const outcomes = new Map<string, number>();
    const count = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
    for (let round = 0; round < 50_000; round += 1) {
      const text = mutate(seeds[random(seeds.length)] ?? '', random);
      try {
        const value = evaluate(compile(text), data.root, {
          ...context,
          budget: new Budget({}, { steps: 20_000, text: 20_000 }),
        });
        JSON.stringify(value);
        count('value');
      } catch (problem) {
        if (!(problem instanceof QueryError) || !consistent(problem, text)) {
          throw new Error(`round ${round}: ${JSON.stringify(text)}`, { cause: problem });
        }
        count(problem.code);
      }
    }
    // The mutations reach all parts of the engine, and not only the parser.
    expect(outcomes.get('value')).toBeGreaterThan(5_000);
    expect(outcomes.get('query.syntax')).toBeGreaterThan(10_000);
    for (const code of [
      'query.invalid-type',
      'query.invalid-arity',
      'query.invalid-value',
      'query.unknown-function',
      'query.unknown-parameter',
    ]) {
      expect(outcomes.get(code), code).toBeGreaterThan(10);
    }
  });

  test('any text at all is a program or a typed error', { timeout: patience }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        try {
          compile(text);
        } catch (problem) {
          if (!(problem instanceof QueryError)) throw problem;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

test('searching a text agrees with the built-in search, for needles of any length', { timeout: patience }, () => {
  const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 900 }).map((parts) => parts.join(''));
  const periodic = fc.tuple(fc.constantFrom('a', 'ab', 'aab'), fc.nat(200)).map(([part, times]) => part.repeat(times));
  const needle = fc.oneof(
    letters,
    periodic,
    fc.tuple(periodic, letters).map(([head, tail]) => head + tail),
  );
  fc.assert(
    fc.property(fc.array(needle, { maxLength: 6 }), needle, (parts, wanted) => {
      for (const text of [parts.join(''), [...parts, wanted, 'b'].join('b')]) {
        expect(holdsText(text, wanted)).toBe(text.includes(wanted));
      }
    }),
    { numRuns: 500 },
  );
});
