import { isArray, isObject, type JsonValue, memberOf } from '../query/json-value.ts';
import { readName } from './parse-parameters.ts';
import type { Findings, Path } from './problem.ts';
import { quote } from './read-json.ts';
import { outputTypes, type TemplateOutput } from './template.ts';
import { templateLimits } from './template-limits.ts';

/** Outputs are a list of `{name, value, type}`; the type describes and never changes the value (contract A6). */
export function parseOutputs(given: JsonValue, findings: Findings): readonly TemplateOutput[] {
  const add = (code: string, message: string, path: Path) => findings.add({ code, message, file: 'template', path });
  if (given === null) return [];
  if (!isArray(given)) {
    add('outputs.not-a-list', 'outputs must be a list.', ['outputs']);
    return [];
  }
  if (given.length > templateLimits.outputs) {
    const message = `At most ${templateLimits.outputs} outputs are allowed; there are ${given.length}.`;
    add('outputs.too-many', message, ['outputs']);
    return [];
  }
  const seen = new Set<string>();
  return given.flatMap((entry, index): TemplateOutput[] => {
    const path = ['outputs', index];
    const name = readName(entry, path, ({ code, message, path: at }) => add(code, message, at), 'output');
    if (name === undefined || !isObject(entry)) return [];
    if (seen.has(name)) {
      add('output.duplicate', `The output ${quote(name)} is defined twice.`, [...path, 'name']);
      return [];
    }
    seen.add(name);
    const type = memberOf(entry, 'type');
    if (type !== null && !outputTypes.some((known) => known === type)) {
      const message = `The type of the output ${quote(name)} is not known. Known: ${outputTypes.join(', ')}.`;
      add('output.unknown-type', message, [...path, 'type']);
    }
    const value = memberOf(entry, 'value');
    if (!Object.hasOwn(entry, 'value')) add('output.no-value', `The output ${quote(name)} has no value.`, path);
    else if (typeof value !== 'string') {
      add('output.bad-value', `The value of the output ${quote(name)} must be a query.`, [...path, 'value']);
    }
    return typeof value === 'string' ? [{ index, name, value }] : [];
  });
}
