import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type JsonObject,
  type JsonValue,
  queryErrorCodes,
  queryFunctions,
  queryLimits,
  ResourceList,
} from './index.ts';
import { outcomeOf } from './outcome-of.ts';

/** docs/queries.md says what the engine does: its examples are executed, its tables compared with the engine's own. */
const page = readFileSync(new URL('../../../../docs/queries.md', import.meta.url), 'utf8');

const provisioned: readonly JsonObject[] = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? 'null');
const resources = new ResourceList(provisioned);
const context = { parameters: namesIn('parameters are'), variables: namesIn('variables'), resources };

function namesIn(words: string): ReadonlyMap<string, JsonValue> {
  const json = new RegExp(`${words} \`(\\{.*?\\})\``).exec(page)?.[1];
  return new Map(Object.entries(JSON.parse(json ?? 'null')));
}

/** The rows of all tables whose heading begins so, without the marks of Markdown around code. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const tables = page.split('\n\n').filter((block) => block.startsWith(`| ${heading} |`));
  return tables.flatMap((table) => table.trimEnd().split('\n').slice(2)).map(cellsOf);
}

function cellsOf(row: string): readonly string[] {
  const cells = row.slice(1, -1).split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function codeIn(cell: string | undefined): string {
  const [, , code] = /^(`+) ?(.*?) ?\1$/.exec(cell ?? '') ?? [];
  if (code === undefined) throw new Error(`No code: ${cell}`);
  return code;
}

const examples = rowsOf('query').map(([query, result]) => [codeIn(query), codeIn(result)] as const);
const functions = rowsOf('function');

describe('the examples', () => {
  test('are there', () => {
    expect(examples.length).toBeGreaterThan(25);
  });

  test.for([...examples, ...functions.map((row) => [codeIn(row[2]), codeIn(row[3])] as const)])(
    '%s gives %s',
    ([query, result]) => {
      expect(outcomeOf(query, resources.root, context)).toStrictEqual({ value: JSON.parse(result) });
    },
  );

  test.for(rowsOf('code').filter((row) => row[2] !== ''))('%s', ([code, , example]) => {
    expect(outcomeOf(codeIn(example), resources.root, context)).toStrictEqual({ code: codeIn(code) });
  });
});

describe('the tables', () => {
  test('have all functions with what they take, and no others', () => {
    const expected = [...queryFunctions].map(([name, { parameters, rest, summary }]) => {
      const least = rest !== null && parameters.length === 0 ? [rest] : parameters;
      const taken = [...least.map(({ expects }) => expects), ...(rest === null ? [] : ['...'])];
      return [`${name}(${taken.join(', ')})`, summary];
    });
    expect(functions.map(([name, summary]) => [codeIn(name), summary])).toStrictEqual(expected);
  });

  test('have all errors', () => {
    expect(rowsOf('code').map(([code, words]) => [codeIn(code), words])).toStrictEqual(Object.entries(queryErrorCodes));
  });

  test('have all limits with their numbers', () => {
    const amount = (count: number | null, unit: string) =>
      count === null ? '' : `${count.toLocaleString('en-US')} ${unit}`;
    const expected = Object.entries(queryLimits).map(([name, { perQuery, perSubmission, unit, code, description }]) => [
      `\`${name}\``,
      amount(perQuery, unit),
      amount(perSubmission, unit),
      `\`${code}\``,
      description,
    ]);
    expect(rowsOf('limit')).toStrictEqual(expected);
  });
});
