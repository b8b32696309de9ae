import fc from 'fast-check';
import { Type } from 'typebox';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { compileXmlWriter } from './compile-xml-writer.ts';
import { parseXmlBody } from './parse-xml-body.ts';
import { arbitraryOf } from './test/arbitrary-of.ts';
import { cpuMilliseconds } from './test/cpu-milliseconds.ts';
import { MyUserInfo, UserReferences } from './test/sample-schemas.ts';

// Many values take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const fragments = [
  '<',
  '>',
  '</',
  '/>',
  '<a>',
  '</a>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&',
  '&b;',
  '&#x0;',
  '&lt;',
  '"',
  "'",
  '=',
  ' xmlns:p="u"',
  ' p:x="1"',
  ' xsi:nil="true"',
  ' xsi:type="ArrayOfx"',
  '\0',
  '\r',
  '\uD800',
  ':',
  ' ',
];

interface Mutation {
  readonly at: number;
  readonly cut: number;
  readonly insert: string;
  readonly repeat: number;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat({ max: 30 }),
  insert: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...fragments) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  ),
  repeat: fc.oneof({ weight: 20, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat({ max: 5_000 }) }),
});

const mutate = (text: string, changes: readonly Mutation[]): string =>
  changes.reduce((current, { at, cut, insert, repeat }) => {
    const index = Math.floor(at * current.length);
    return current.slice(0, index) + insert.repeat(repeat) + current.slice(index + cut);
  }, text);

const isRefused = (text: string, schema: object): boolean => {
  try {
    parseXmlBody(text, schema);
    return false;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe('body.unreadable');
    expect(error.message.length).toBeLessThan(300);
    return true;
  }
};

/** Goal R5: 10,000 mutated documents; each is read or refused in the one way, within 100 ms. */
test.each([
  ['one object', MyUserInfo],
  ['nested lists', UserReferences],
  ['anything', Type.Unknown()],
])('mutated documents of %s', (_case, schema) => {
  const write = compileXmlWriter(schema);
  const document = fc.tuple(arbitraryOf(schema), fc.array(mutation, { minLength: 1, maxLength: 4 }));
  let refused = 0;
  let slowest = 0;
  fc.assert(
    fc.property(document, ([value, changes]) => {
      const text = mutate(write(value), changes);
      const spent = cpuMilliseconds(() => {
        if (isRefused(text, schema)) refused += 1;
      });
      slowest = Math.max(slowest, spent);
    }),
    { numRuns: 3_400 },
  );
  expect(slowest).toBeLessThan(100);
  // Most mutations break a document: were all read, nothing would have been tested.
  expect(refused).toBeGreaterThan(1_700);
});
