import { isArray, isObject, type JsonValue, memberOf } from '../query/json-value.ts';
import { readName } from './parse-parameters.ts';
import type { Finding, Findings, Path } from './problem.ts';
import { quote } from './read-json.ts';
import type { TemplateVariable } from './template.ts';
import { templateLimits } from './template-limits.ts';
import { isValueType, type ValueType, valueTypes } from './value-type.ts';

type Add = (problem: Pick<Finding, 'code' | 'message' | 'path'>) => void;

/** Variables come as a list of `{name, value, type}` or as an object of names and values, in order (contract A2). */
export function parseVariables(given: JsonValue, findings: Findings): readonly TemplateVariable[] {
  const path = ['variables'];
  const add: Add = (problem) => findings.add({ ...problem, file: 'template' });
  if (given === null) return [];
  if (!isArray(given) && !isObject(given)) {
    add({ code: 'variables.wrong-type', message: 'variables must be a list or an object.', path });
    return [];
  }
  if ((isArray(given) ? given.length : Object.keys(given).length) > templateLimits.variables) {
    add({ code: 'variables.too-many', message: `At most ${templateLimits.variables} variables are allowed.`, path });
    return [];
  }
  return isArray(given) ? parseList(given, add) : Object.entries(given).flatMap((entry) => parseMember(entry, add));
}

function parseMember([name, value]: [string, JsonValue], add: Add): TemplateVariable[] {
  const path = ['variables', name];
  if (name !== '' && name.length <= templateLimits.name) return [{ name, value, type: undefined, path }];
  const message = `The name of a variable must be a text of 1 to ${templateLimits.name} characters.`;
  add({ code: 'variable.bad-name', message, path });
  return [];
}

function parseList(list: readonly JsonValue[], add: Add): readonly TemplateVariable[] {
  const seen = new Set<string>();
  const variables: TemplateVariable[] = [];
  for (const [index, entry] of list.entries()) {
    const path: Path = ['variables', index];
    const name = readName(entry, path, add, 'variable');
    if (name === undefined || !isObject(entry)) continue;
    if (seen.has(name)) {
      const message = `The variable ${quote(name)} is defined twice.`;
      add({ code: 'variable.duplicate', message, path: [...path, 'name'] });
      continue;
    }
    seen.add(name);
    if (!Object.hasOwn(entry, 'value')) {
      add({ code: 'variable.no-value', message: `The variable ${quote(name)} has no value.`, path });
    }
    variables.push({
      name,
      value: memberOf(entry, 'value'),
      type: readType(entry, path, add),
      path: [...path, 'value'],
    });
  }
  return variables;
}

function readType(entry: JsonValue, path: Path, add: Add): ValueType | undefined {
  const type = memberOf(entry, 'type');
  if (type === null || isValueType(type)) return type ?? undefined;
  const message = `The type of the variable is not known. Known: ${valueTypes.join(', ')}.`;
  add({ code: 'variable.unknown-type', message, path: [...path, 'type'] });
  return undefined;
}
