import { Evaluation, type QueryContext } from './evaluation.ts';
import { interpret } from './interpret.ts';
import type { Program } from './program.ts';
import type { ResourceKey } from './resource-list.ts';

export interface ResourceReference {
  readonly key: ResourceKey;
  readonly value: string;
  readonly offset: number;
}

/**
 * Which resources a query picks by a name or id that is known beforehand, as in `resources[?name==parameter('x')]`. Tells
 * a forward reference from one that finds nothing. Throws a QueryError where `checkProgram` reports one.
 */
export function resourceReferences(
  program: Program,
  context: Pick<QueryContext, 'parameters' | 'variables' | 'budget'>,
): readonly ResourceReference[] {
  const run = new Evaluation(program, context);
  const references: ResourceReference[] = [];
  try {
    run.step(program.shape.size, 0);
    for (const { key, constant } of program.shape.analysis.lookUps) {
      const value = interpret(constant, null, run);
      if (typeof value === 'string') references.push({ key, value, offset: program.offsetOf(constant.at) });
    }
  } finally {
    run.settle();
  }
  return references;
}
