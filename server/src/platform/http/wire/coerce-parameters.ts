import { compileCheck } from './compile-check.ts';
import type { Checked } from './create-body-validator.ts';
import { invalidRequest, type Problem, type RequestPart } from './invalid-request.ts';
import { compileShape, type Shape } from './shape.ts';
import { readWireBoolean } from './wire-boolean.ts';
import { readWireInteger, readWireNumber } from './wire-number.ts';

export type ParameterPart = Exclude<RequestPart, 'body'>;

/** Parameters as the framework has them: text, or a list where a name came several times. */
export type RawParameters = Readonly<Record<string, unknown>>;

/** The value that a text means; what means none stays text, and the check names the parameter. */
const coerceText = (text: string, shape: Shape): unknown => {
  const { scalars } = shape;
  if (scalars.has('string')) return text;
  if (scalars.has('boolean')) return readWireBoolean(text) ?? text;
  if (scalars.has('number')) return readWireNumber(text) ?? text;
  return scalars.has('integer') ? (readWireInteger(text) ?? text) : text;
};

const flatten = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(flatten);
  return typeof value === 'string' ? [value] : [];
};

/** All texts given for each name. Names of path parameters are ours, and exact. */
const gather = (raw: RawParameters, part: ParameterPart): Map<string, string[]> => {
  const gathered = new Map<string, string[]>();
  for (const [name, value] of Object.entries(raw)) {
    const key = part === 'path' ? name : name.toLowerCase();
    const texts = flatten(value);
    const earlier = gathered.get(key);
    if (earlier === undefined) gathered.set(key, texts);
    else earlier.push(...texts);
  }
  return gathered;
};

const coerceList = (texts: readonly string[], items: Shape, part: ParameterPart): unknown[] | undefined => {
  // A header that comes several times is one list with commas; a query repeats the name.
  const parts = part === 'header' ? texts.flatMap((text) => text.split(',')).map((text) => text.trim()) : texts;
  const given = parts.filter((text) => text !== '');
  return given.length === 0 ? undefined : given.map((text) => coerceText(text, items));
};

interface Outcome {
  readonly values: Record<string, unknown>;
  readonly problems: Problem[];
}

const take = (name: string, shape: Shape, texts: readonly string[], part: ParameterPart, into: Outcome): void => {
  if (texts.some((text) => text.includes('\0'))) {
    into.problems.push({ path: [name], text: 'must not contain the character U+0000' });
    return;
  }
  if (shape.items !== undefined) {
    const list = coerceList(texts, shape.items, part);
    if (list !== undefined) into.values[name] = list;
    return;
  }
  const given = texts.filter((text) => text !== '');
  const [text] = given;
  if (given.length > 1) into.problems.push({ path: [name], text: 'must be given only once' });
  else if (text !== undefined) into.values[name] = coerceText(text, shape);
};

/**
 * Reads query, header or path parameters by their schema: names without regard to case (contract, Addresses), an empty
 * value as absent, `true/True/1` as booleans, strict integers. Only what the schema lists reaches the handler, under
 * the schema's spelling.
 */
export const coerceParameters = (schema: object, part: ParameterPart): ((raw: RawParameters) => Checked) => {
  const shape = compileShape(schema);
  const check = compileCheck(schema);
  const members = [...(shape.members ?? [])].map(([name, { shape: own }]) => ({
    name,
    key: part === 'path' ? name : name.toLowerCase(),
    shape: own,
  }));
  // The framework lays the result over the raw headers, where an empty one would show through.
  const hidden = Object.fromEntries(members.map(({ name }) => [name, undefined]));
  return (raw) => {
    const gathered = gather(raw, part);
    const outcome: Outcome = { values: {}, problems: [] };
    for (const { name, key, shape: own } of members) {
      const texts = gathered.get(key);
      if (texts !== undefined) take(name, own, texts, part, outcome);
      else if (part === 'path') takeRest(name, gathered, outcome);
    }
    const named = new Set(outcome.problems.map(({ path }) => path[0]));
    const found = check(outcome.values).filter(({ path }) => !named.has(path[0]));
    const problems = [...outcome.problems, ...found];
    if (problems.length > 0) return { error: invalidRequest(part, problems) };
    return { value: part === 'header' ? { ...hidden, ...outcome.values } : outcome.values };
  };
};

/** The router calls the rest of a path `*`; it may be empty. */
const takeRest = (name: string, gathered: ReadonlyMap<string, string[]>, into: Outcome): void => {
  const rest = gathered.get('*')?.[0];
  if (rest === undefined) return;
  into.values[name] = rest;
  into.values['*'] = rest;
};
