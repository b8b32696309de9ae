import { isMailAddress } from '../../../platform/mail/mail-address.ts';
import { addProblem, addWarning, type Findings, pointerOf } from './findings.ts';
import { findAddressProblem, type WebAddressRule } from './web-address.ts';

/** Where a value stands: the pointer to it, and the name that messages call it by. */
export interface Place {
  readonly pointer: string;
  readonly name: string;
  readonly findings: Findings;
}

/** Reads a value of the template. Undefined: it was wrong, and the findings say so. */
export type Reader<Value> = (value: unknown, place: Place) => Value | undefined;

const fail = (place: Place, rule: string): undefined => {
  addProblem(place.findings, place.pointer, `${place.name} ${rule}.`);
  return undefined;
};

/** The place of a member or an element inside a value. */
export const within = (place: Place, member: string | number): Place => ({
  ...place,
  pointer: place.pointer + pointerOf([member]),
  name: typeof member === 'number' ? `${place.name}[${member}]` : `${place.name}.${member}`,
});

const unseen = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

const findTextProblem = (value: string, most: number, manyLines: boolean): string | undefined => {
  if ([...value].length > most) return `must have at most ${most} characters`;
  // PostgreSQL keeps neither NUL nor half a character.
  if (!value.isWellFormed() || value.includes('\u0000')) return 'must be well-formed text';
  return !manyLines && unseen.test(value) ? 'must have no line breaks or control characters' : undefined;
};

export const readText =
  (most: number, options: { readonly least?: number; readonly manyLines?: boolean } = {}): Reader<string> =>
  (value, place) => {
    if (typeof value !== 'string') return fail(place, 'must be a text');
    const { least = 0, manyLines = false } = options;
    if (value.length < least) return fail(place, 'must not be empty');
    const problem = findTextProblem(value, most, manyLines);
    return problem === undefined ? value : fail(place, problem);
  };

/** An empty text says the same as null. */
export const emptyIsNull =
  (read: Reader<string>): Reader<string | null> =>
  (value, place) =>
    value === '' ? null : read(value, place);

export const readFlag: Reader<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : fail(place, 'must be true or false');

export const readWhole =
  (least: number, most: number): Reader<number> =>
  (value, place) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : fail(place, `must be a whole number from ${least} to ${most}`);

/** One of the given values, in any case; `aliases` are further spellings, in lower case. */
export const readChoice = <Choice extends string>(
  choices: readonly Choice[],
  aliases: Readonly<Record<string, Choice>> = {},
): Reader<Choice> => {
  const known = new Map<string, Choice>([
    ...choices.map((choice): [string, Choice] => [choice.toLowerCase(), choice]),
    ...Object.entries(aliases),
  ]);
  return (value, place) =>
    (typeof value === 'string' ? known.get(value.toLowerCase()) : undefined) ??
    fail(place, `must be one of ${choices.join(', ')}`);
};

export const readAddress =
  (rule?: WebAddressRule): Reader<string> =>
  (value, place) => {
    if (typeof value !== 'string') return fail(place, 'must be a text');
    const problem = findAddressProblem(value, rule);
    return problem === undefined ? value : fail(place, problem);
  };

export const readMail: Reader<string> = (value, place) =>
  typeof value === 'string' && isMailAddress(value) ? value : fail(place, 'must be an e-mail address');

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isId = (text: string): boolean => uuid.test(text);

export const readId: Reader<string> = (value, place) =>
  typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : fail(place, 'must be an id (a UUID)');

export interface ListRule<Item> {
  readonly most: number;
  /** What must not stand twice in the list; `merge` drops the later one instead of refusing it. */
  readonly key?: (item: Item) => string;
  readonly whenTwice?: 'refuse' | 'merge';
}

/** Every wrong element is told, not only the first. */
export const readList =
  <Item>(read: Reader<Item>, rule: ListRule<Item>): Reader<readonly Item[]> =>
  (value, place) => {
    if (!Array.isArray(value)) return fail(place, 'must be a list');
    if (value.length > rule.most) return fail(place, `must have at most ${rule.most} entries`);
    const items: Item[] = [];
    const keys = new Set<string>();
    let isRight = true;
    for (const [index, element] of value.entries()) {
      const item = read(element, within(place, index));
      const key = item === undefined ? undefined : rule.key?.(item);
      const isTwice = key !== undefined && keys.has(key);
      if (isTwice && rule.whenTwice !== 'merge') fail(within(place, index), 'stands in the list twice');
      if (item === undefined || (isTwice && rule.whenTwice !== 'merge')) isRight = false;
      else if (!isTwice) items.push(item);
      if (key !== undefined) keys.add(key);
    }
    return isRight ? items : undefined;
  };

/** An object as a map of its own members; other members than `known` get a warning, not an error. */
export const readMembers = (
  value: unknown,
  place: Place,
  known: readonly string[],
): Readonly<Record<string, unknown>> | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(place, 'must be an object');
  const entries = Object.entries(value);
  for (const [member] of entries) {
    if (known.includes(member)) continue;
    const { pointer, name } = within(place, member.slice(0, 100));
    addWarning(place.findings, pointer, `${name} is not known and has no effect.`);
  }
  return Object.fromEntries(entries.filter(([member]) => known.includes(member)));
};
