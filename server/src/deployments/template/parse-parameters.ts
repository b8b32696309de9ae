import { isArray, isObject, type JsonObject, type JsonValue, memberOf } from '../query/json-value.ts';
import type { Finding, Findings, Path } from './problem.ts';
import { quote } from './read-json.ts';
import { templateLimits } from './template-limits.ts';
import { describeType, fitsType, isValueType, type ValueType, valueTypes } from './value-type.ts';

export interface Parameters {
  readonly values: ReadonlyMap<string, JsonValue>;
  /** Names of the parameters whose values are never stored or shown (contract A1). */
  readonly secrets: ReadonlySet<string>;
  /** Names that were given, although something is wrong with them: using one is no second mistake. */
  readonly broken: ReadonlySet<string>;
}

type Add = (problem: Pick<Finding, 'code' | 'message' | 'path'> & { readonly atName?: boolean }) => void;

/** The parameter file: a list of `{name, value, type}`, or an object with that list as `parameters` and a `$schema`. */
export function parseParameters(file: JsonValue, findings: Findings): Parameters {
  const values = new Map<string, JsonValue>();
  const secrets = new Set<string>();
  const broken = new Set<string>();
  const add: Add = (problem) => findings.add({ ...problem, file: 'parameters' });
  const { list, path } = listOf(file, add);
  if (list.length > templateLimits.parameters) {
    const message = `At most ${templateLimits.parameters} parameters are allowed.`;
    add({ code: 'parameters.too-many', message, path });
    return { values, secrets, broken };
  }
  for (const [index, entry] of list.entries()) {
    const at = [...path, index];
    const name = readName(entry, at, add, 'parameter');
    if (name === undefined || !isObject(entry)) continue;
    if (values.has(name) || broken.has(name)) {
      const message = `The parameter ${quote(name)} is given twice.`;
      add({ code: 'parameter.duplicate', message, path: [...at, 'name'] });
      continue;
    }
    const type = readType(entry, name, at, add);
    if (type === 'secret') secrets.add(name);
    if (type === undefined || !Object.hasOwn(entry, 'value')) broken.add(name);
    else values.set(name, memberOf(entry, 'value'));
    warnUnknown(entry, at, findings);
  }
  return { values, secrets, broken };
}

function listOf(file: JsonValue, add: Add): { readonly list: readonly JsonValue[]; readonly path: Path } {
  if (isArray(file)) return { list: file, path: [] };
  const inside = isObject(file) ? memberOf(file, 'parameters') : null;
  if (isArray(inside)) return { list: inside, path: ['parameters'] };
  add({ code: 'parameters.not-a-list', message: 'The parameter file must be a list of parameters.', path: [] });
  return { list: [], path: [] };
}

/** Parameters, variables and outputs all have a name of the same kind. */
export function readName(entry: JsonValue, path: Path, add: Add, noun: string): string | undefined {
  if (!isObject(entry)) {
    add({ code: `${noun}.not-an-object`, message: `Every ${noun} must be an object with a name and a value.`, path });
    return undefined;
  }
  if (!Object.hasOwn(entry, 'name')) {
    add({ code: `${noun}.no-name`, message: `The ${noun} has no name.`, path });
    return undefined;
  }
  const name = memberOf(entry, 'name');
  if (typeof name !== 'string' || name === '' || name.length > templateLimits.name) {
    const message = `The name of a ${noun} must be a text of 1 to ${templateLimits.name} characters.`;
    add({ code: `${noun}.bad-name`, message, path: [...path, 'name'] });
    return undefined;
  }
  return name;
}

function readType(entry: JsonObject, name: string, path: Path, add: Add): ValueType | undefined {
  const type = memberOf(entry, 'type');
  const value = memberOf(entry, 'value');
  if (!Object.hasOwn(entry, 'value')) {
    add({ code: 'parameter.no-value', message: `The parameter ${quote(name)} has no value.`, path });
  }
  if (!Object.hasOwn(entry, 'type')) {
    const message = `The parameter ${quote(name)} has no type. Known: ${valueTypes.join(', ')}.`;
    add({ code: 'parameter.no-type', message, path });
    return undefined;
  }
  if (!isValueType(type)) {
    const message = `The type of the parameter ${quote(name)} is not known. Known: ${valueTypes.join(', ')}.`;
    add({ code: 'parameter.unknown-type', message, path: [...path, 'type'] });
    return undefined;
  }
  if (Object.hasOwn(entry, 'value') && !fitsType(type, value)) {
    const message = `The value of the parameter ${quote(name)} must be ${describeType(type)}, as its type says.`;
    add({ code: 'parameter.type-mismatch', message, path: [...path, 'value'] });
    return undefined;
  }
  return type;
}

function warnUnknown(entry: JsonObject, path: Path, findings: Findings): void {
  for (const member of Object.keys(entry)) {
    if (['name', 'value', 'type', 'description'].includes(member)) continue;
    const message = `${quote(member)} is not known and has no effect.`;
    findings.warn({
      code: 'parameter.unknown-member',
      message,
      file: 'parameters',
      path: [...path, member],
      atName: true,
    });
  }
}
