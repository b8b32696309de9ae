import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, Options, ValidateFunction } from 'ajv';
import type { Problem } from './invalid-request.ts';
import { problemText } from './problem-text.ts';
import { validationSchema } from './validation-schema.ts';
import { addWireFormats } from './wire-formats.ts';

const require = createRequire(import.meta.url);

/** Finds what is wrong with a value; fills in defaults on the way. An empty list means that all is well. */
export type Check = (value: unknown) => readonly Problem[];

const options: Options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  allowUnionTypes: true,
  useDefaults: true,
  coerceTypes: false,
  messages: false,
  ownProperties: true,
};

const createAjv = (allErrors: boolean): Ajv => {
  // Loaded with the first check: a server that nobody asks does without.
  const { Ajv: Checker }: typeof import('ajv') = require('ajv');
  const ajv = new Checker({ ...options, allErrors });
  addWireFormats(ajv);
  return ajv;
};

const shared = new Map<boolean, Ajv>();

const compileWith = (schema: object, allErrors: boolean): ValidateFunction => {
  const prepared = validationSchema(schema);
  // Schemas with references keep their names, which must not meet those of other schemas.
  if (prepared.hasReferences) return createAjv(allErrors).compile(prepared.schema);
  const ajv = shared.get(allErrors) ?? createAjv(allErrors);
  shared.set(allErrors, ajv);
  return ajv.compile(prepared.schema);
};

const decodePart = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const pathOf = (error: ErrorObject): readonly string[] => {
  const path = error.instancePath.split('/').slice(1).map(decodePart);
  return error.keyword === 'required' ? [...path, String(error.params.missingProperty)] : path;
};

/** Mistakes within an alternative say nothing that "none of the allowed forms" does not. */
const withoutAlternatives = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (unions.length === 0) return errors;
  return errors.filter(
    (error) => !unions.some((union) => union !== error && error.schemaPath.startsWith(`${union.schemaPath}/`)),
  );
};

/** One problem for each place: the first says most, and what follows from it only repeats. */
const toProblems = (errors: readonly ErrorObject[]): readonly Problem[] => {
  const problems = new Map<string, Problem>();
  for (const error of withoutAlternatives(errors)) {
    const path = pathOf(error);
    const key = JSON.stringify(path);
    if (!problems.has(key)) problems.set(key, { path, text: problemText(error) });
  }
  return [...problems.values()];
};

/** Collecting every mistake of a large body costs more than it tells; beyond this only the first is named. */
const largest = 2_000;

const countUpTo = (value: unknown, limit: number): number => {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const child of Object.values(value)) {
    count += countUpTo(child, limit - count);
    if (count > limit) break;
  }
  return count;
};

const checks = new WeakMap<object, Check>();

/** The check of a schema, made once, when it is first needed. The common case stops at the first mistake; only then are all of them collected. */
export const compileCheck = (schema: object): Check => {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  let validate: ValidateFunction | undefined;
  let collect: ValidateFunction | undefined;
  const check: Check = (value) => {
    validate ??= compileWith(schema, false);
    if (validate(value)) return [];
    const first = toProblems(validate.errors ?? []);
    if (countUpTo(value, largest) > largest) return first;
    collect ??= compileWith(schema, true);
    return collect(value) ? first : toProblems(collect.errors ?? []);
  };
  checks.set(schema, check);
  return check;
};
