import { compile, type JsonValue, QueryError } from '../query/index.ts';
import { isArray, isObject } from '../query/json-value.ts';
import { compileValue } from './compile-value.ts';
import { isLiteral } from './expression.ts';
import { readInlineText } from './inline-query.ts';
import { type Finding, Findings } from './problem.ts';
import { quote } from './read-json.ts';
import type { Scope } from './scope.ts';
import type { TemplateVariable } from './template.ts';
import { describeType, fitsType } from './value-type.ts';

const refuseResources = {
  code: 'variable.uses-resources',
  message: 'A variable may use parameters and earlier variables, never resources.',
};

/** Works out the variables in order; each may use parameters and the variables before it (contract A2). */
export function evaluateVariables(variables: readonly TemplateVariable[], scope: Scope, findings: Findings): void {
  const later = new Map<string, JsonValue>(variables.map(({ name }) => [name, null]));
  const uses = lazily(() => new Map(variables.map(({ name, value }) => [name, namesUsedIn(value)])));
  for (const variable of variables) {
    const { name, path, value } = variable;
    const found = new Findings();
    const place = { path, resource: null, refuseResources, laterVariables: later, keepsSecret: () => true };
    const { expression, isSecret } = compileValue(value, place, scope, found);
    for (const finding of found.items) findings.add(orCycle(finding, name, uses));
    if (!isLiteral(expression)) scope.defineBroken(name);
    else if (variable.type !== undefined && !fitsType(variable.type, expression.value)) {
      const message = `The value of the variable ${quote(name)} must be ${describeType(variable.type)}, as its type says.`;
      findings.add({ code: 'variable.type-mismatch', message, file: 'template', path });
      scope.defineBroken(name);
    } else scope.define(name, expression.value, isSecret || variable.type === 'secret');
    later.delete(name);
  }
}

type Uses = () => ReadonlyMap<string, ReadonlySet<string>>;

/** A variable that needs itself, however indirectly, is told so: moving it would not help. */
function orCycle(finding: Finding, name: string, uses: Uses): Finding {
  if (finding.code !== 'variable.forward-reference' || !reaches(name, name, uses())) return finding;
  return { ...finding, code: 'variable.cycle', message: `The variable ${quote(name)} is defined by way of itself.` };
}

function reaches(from: string, to: string, uses: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const open = [from];
  const seen = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const next of uses.get(name) ?? []) {
      if (next === to) return true;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return false;
}

function namesUsedIn(value: JsonValue): ReadonlySet<string> {
  if (isArray(value)) return new Set(value.flatMap((item) => [...namesUsedIn(item)]));
  if (isObject(value)) return new Set(Object.values(value).flatMap((item) => [...namesUsedIn(item)]));
  const inline = typeof value === 'string' ? readInlineText(value) : undefined;
  if (inline === undefined || 'literal' in inline) return new Set();
  try {
    return new Set(compile(inline.query).names.variables);
  } catch (error) {
    if (error instanceof QueryError) return new Set();
    throw error;
  }
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
