import { UnknownValue } from '../../identity/services/index.ts';
import type { CheckedResource, CheckTools } from './check-template.ts';
import type { Expression } from './expression.ts';
import { pathOf, pointerOf } from './problem.ts';
import { templateLimits } from './template-limits.ts';

/**
 * Adds what is wrong in fields of resources to what is wrong with the template as such. The run would tell of it too, but
 * only once everything else is mended (contract A8).
 */
export async function checkFields(resources: readonly CheckedResource[], tools: CheckTools): Promise<void> {
  const { findType, findings, breathe } = tools;
  const told = new Set(findings.items.map(({ path }) => pointerOf(path)));
  for (const { index, resourceType, label, expression } of resources) {
    const { mistakes } = findType(resourceType) ?? {};
    if (mistakes === undefined) continue;
    for (const { path, message } of mistakes.find(asFarAsKnown(expression) as Readonly<Record<string, unknown>>)) {
      const at = ['resources', index, ...pathOf(path)];
      if (told.has(pointerOf(at))) continue;
      findings.add({ code: mistakes.code, message, file: 'template', path: at, resource: label });
    }
    if (findings.count >= templateLimits.problems) return;
    await breathe();
  }
}

/** The value, with something unknown in the place of each query that is left, or wrong. */
function asFarAsKnown(expression: Expression): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'query':
    case 'broken':
      return new UnknownValue(expression.text);
    case 'list':
      return expression.items.map(asFarAsKnown);
    case 'object':
      return Object.fromEntries(expression.members.map(([name, member]) => [name, asFarAsKnown(member)]));
  }
}
