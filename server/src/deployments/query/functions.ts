import { codePointLength } from './code-points.ts';
import { equals } from './equality.ts';
import { type Evaluation, namesOf } from './evaluation.ts';
import { type CallSite, define, defineVariadic, type QueryFunction } from './function-definition.ts';
import {
  anything,
  array,
  expression,
  number,
  numbers,
  object,
  scalar,
  sized,
  sortable,
  string,
  strings,
  textOrArray,
} from './function-parameters.ts';
import { isArray, type JsonValue, setMember } from './json-value.ts';
import { measure } from './measure.ts';
import { extremeByKeys, keysOf, sortByKeys } from './ordering.ts';
import { quoted } from './query-error.ts';
import { holdsText } from './text-search.ts';
import { typeName, types } from './value-types.ts';

/** All functions: those of the JMESPath specification, and the three of Portolan (contract A7). */
export const functions: ReadonlyMap<string, QueryFunction> = new Map(
  Object.entries({
    abs: define([number], types.number, 'The number without its sign.', ([value]) => Math.abs(value)),

    avg: define([numbers], types.number | types.null, 'The average; null for an empty list.', ([values], run, site) =>
      values.length === 0 ? null : total(values, run, site) / values.length,
    ),

    ceil: define([number], types.number, 'The next whole number up.', ([value]) => Math.ceil(value) + 0),

    concat: defineVariadic(1, scalar, types.string, 'All arguments as one text.', (parts, run, site) => {
      let text = '';
      for (const part of parts) {
        const next = String(part);
        run.grow(next.length, site.at);
        text += next;
      }
      return text;
    }),

    contains: define(
      [textOrArray, anything],
      types.boolean,
      'Whether the list has an equal element, or the text has the other text in it.',
      ([subject, search], run, site) => {
        if (typeof subject !== 'string') {
          run.step(subject.length, site.at);
          return subject.some((item) => equals(item, search, run, site.at));
        }
        if (typeof search !== 'string') return false;
        run.step((subject.length + search.length) >> 2, site.at);
        return holdsText(subject, search);
      },
    ),

    ends_with: define([string, string], types.boolean, 'Whether the text ends so.', ([text, end], run, site) => {
      run.step(end.length >> 6, site.at);
      return text.endsWith(end);
    }),

    floor: define([number], types.number, 'The next whole number down.', ([value]) => Math.floor(value)),

    join: define(
      [string, strings],
      types.string,
      'The texts with the first argument between them.',
      ([glue, texts], run, site) => joined(texts, glue, run, site),
    ),

    keys: define([object], types.array, 'The names of the members.', ([value], run, site) =>
      namesOf(value, run, site.at),
    ),

    length: define(
      [sized],
      types.number,
      'Characters of a text, elements of a list, members of an object.',
      ([value], run, site) => {
        if (isArray(value)) return value.length;
        if (typeof value !== 'string') return namesOf(value, run, site.at).length;
        run.step(value.length >> 3, site.at);
        return codePointLength(value);
      },
    ),

    map: define(
      [expression, array],
      types.array,
      'The expression for each element, nulls kept.',
      ([each, items], run, site) => {
        run.step(items.length * each.cost, site.at);
        return items.map(each.apply);
      },
    ),

    max: define(
      [sortable],
      types.number | types.string | types.null,
      'The largest; null for an empty list.',
      ([values], run, site) => extremeByKeys(values, values, 1, run, site.at),
    ),

    max_by: define(
      [array, expression],
      types.any,
      'The first element for which the expression is largest.',
      ([items, key], run, site) => extremeByKeys(items, keysOf(items, key, run, site), 1, run, site.at),
    ),

    merge: defineVariadic(
      0,
      object,
      types.object,
      'One object with all members; later ones win.',
      (objects, run, site) => {
        const merged: Record<string, JsonValue> = {};
        for (const value of objects) {
          const names = namesOf(value, run, site.at);
          run.step(names.length, site.at);
          for (const name of names) setMember(merged, name, value[name] ?? null);
        }
        return merged;
      },
    ),

    min: define(
      [sortable],
      types.number | types.string | types.null,
      'The smallest; null for an empty list.',
      ([values], run, site) => extremeByKeys(values, values, -1, run, site.at),
    ),

    min_by: define(
      [array, expression],
      types.any,
      'The first element for which the expression is smallest.',
      ([items, key], run, site) => extremeByKeys(items, keysOf(items, key, run, site), -1, run, site.at),
    ),

    not_null: defineVariadic(
      1,
      anything,
      types.any,
      'The first argument that is not null.',
      (values) => values.find((value) => value !== null) ?? null,
    ),

    parameter: define([string], types.any, 'The value of a parameter of the submission.', ([name], run, site) => {
      const value = run.parameters.get(name);
      if (value !== undefined) return value;
      throw run.failure('query.unknown-parameter', unknownName('parameter', run.literalText(site.literal)), site.at);
    }),

    reverse: define(
      [textOrArray],
      types.string | types.array,
      'The text or the list, last first.',
      ([value], run, site) => {
        run.step(value.length >> 2, site.at);
        if (typeof value !== 'string') return value.toReversed();
        run.grow(value.length, site.at);
        return [...value].reverse().join('');
      },
    ),

    sort: define([sortable], types.array, 'The numbers or texts in ascending order.', ([values], run, site) =>
      sortByKeys(values, values, run, site.at),
    ),

    sort_by: define(
      [array, expression],
      types.array,
      'The elements in ascending order of the expression.',
      ([items, key], run, site) => sortByKeys(items, keysOf(items, key, run, site), run, site.at),
    ),

    starts_with: define([string, string], types.boolean, 'Whether the text begins so.', ([text, start], run, site) => {
      run.step(start.length >> 6, site.at);
      return text.startsWith(start);
    }),

    sum: define([numbers], types.number, 'The sum; 0 for an empty list.', ([values], run, site) =>
      total(values, run, site),
    ),

    to_array: define([anything], types.array, 'The list itself, or a list with the value in it.', ([value]) =>
      isArray(value) ? value : [value],
    ),

    to_number: define(
      [anything],
      types.number | types.null,
      'The number that a text spells as in JSON; null for anything else.',
      ([value], run, site) => {
        if (typeof value !== 'string') return typeof value === 'number' ? value : null;
        run.step(value.length >> 3, site.at);
        return numberIn(value);
      },
    ),

    to_string: define([anything], types.string, 'The text itself, or the value as JSON.', ([value], run, site) => {
      if (typeof value === 'string') return value;
      run.grow(measure(value, run.textLeft, run, site.at), site.at);
      return JSON.stringify(value);
    }),

    type: define([anything], types.string, 'The name of the type.', ([value]) => typeName(value)),

    values: define([object], types.array, 'The values of the members.', ([value], run, site) => {
      const names = namesOf(value, run, site.at);
      run.step(names.length, site.at);
      return names.map((name) => value[name] ?? null);
    }),

    variable: define([string], types.any, 'The value of a variable of the template.', ([name], run, site) => {
      const value = run.variables.get(name);
      if (value !== undefined) return value;
      throw run.failure('query.unknown-variable', unknownName('variable', run.literalText(site.literal)), site.at);
    }),
  }),
);

/** A computed name may come from the data and is not repeated. */
export function unknownName(what: 'parameter' | 'variable', name: string | null): string {
  return name === null
    ? `There is no ${what} of the name that is computed here.`
    : `There is no ${what} named '${quoted(name)}'.`;
}

function joined(texts: readonly string[], glue: string, run: Evaluation, site: CallSite): string {
  let length = glue.length * Math.max(texts.length - 1, 0);
  for (const text of texts) length += text.length;
  run.grow(length, site.at);
  return texts.join(glue);
}

function total(values: readonly number[], run: Evaluation, site: CallSite): number {
  let sum = 0;
  for (const value of values) sum += value;
  if (Number.isFinite(sum)) return sum;
  throw run.failure('query.invalid-value', `The result of ${site.name}() is out of range.`, site.at);
}

/** JavaScript would also read '', ' 1 ' and '0x10' as numbers. */
function numberIn(text: string): number | null {
  if (!/^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
