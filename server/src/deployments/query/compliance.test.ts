import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compile, evaluate, type JsonValue, QueryError } from './index.ts';

/**
 * The official JMESPath cases are not ours and not part of the project. They are read from PORTOLAN_JMESPATH_CASES, or from
 * `shared/jmespath` beside the checkout. Without them our own tables (`*.test.ts` in this folder) still cover the language.
 */
interface Case {
  readonly file: string;
  readonly given: JsonValue;
  readonly expression: string;
  readonly result?: JsonValue;
  readonly error?: string;
}

const named = process.env.PORTOLAN_JMESPATH_CASES;
const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const folder = named ?? join(checkout, '../shared/jmespath');
const present = existsSync(folder);

function readCases(): readonly Case[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) => {
    const suites: { given: JsonValue; cases: Omit<Case, 'file' | 'given'>[] }[] = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    );
    return suites.flatMap(({ given, cases }) => cases.map((one) => ({ file, given, ...one })));
  });
}

function outcomeOf({ expression, given }: Case): { result: JsonValue } | { error: string } {
  try {
    return { result: evaluate(compile(expression), given) };
  } catch (problem) {
    if (problem instanceof QueryError) return { error: problem.code.replace('query.', '') };
    throw problem;
  }
}

describe('official JMESPath cases', () => {
  test('the folder named by PORTOLAN_JMESPATH_CASES exists', () => {
    expect(named === undefined || present).toBe(true);
  });

  if (!present) {
    const reason = `NOT CHECKED: the official JMESPath cases are not at ${named === undefined ? '../shared/jmespath' : 'PORTOLAN_JMESPATH_CASES'}`;
    test(reason, ({ skip }) => {
      process.stderr.write(`${reason}\n`);
      skip(reason);
    });
    return;
  }

  const cases = readCases();
  const judged = cases.filter((one) => one.result !== undefined || one.error !== undefined);

  test('all 892 cases that expect a value or an error are there', () => {
    expect(judged.length).toBeGreaterThanOrEqual(892);
  });

  test.for(Object.entries(Object.groupBy(judged, ({ file }) => file)))('%s', ([, group = []]) => {
    for (const one of group) {
      const expected = one.error === undefined ? { result: one.result } : { error: one.error };
      expect(outcomeOf(one), `${one.expression}\non ${JSON.stringify(one.given)}`).toStrictEqual(expected);
    }
  });

  test('the cases meant for measuring speed end in a value', () => {
    const measured = cases.filter((one) => !judged.includes(one));
    expect(measured.length).toBeGreaterThan(0);
    for (const one of measured) expect(outcomeOf(one), one.expression).toHaveProperty('result');
  });
});
