import { Evaluation, type QueryContext } from './evaluation.ts';
import { interpret } from './interpret.ts';
import type { JsonValue } from './json-value.ts';
import { measure } from './measure.ts';
import type { Program } from './program.ts';

/**
 * The value of the query for this data; null where nothing matches. Throws a QueryError where the query is wrong for the
 * data or exceeds a limit. The result shares parts with the data, and with the program where it has literals: read it only.
 */
export function evaluate(program: Program, root: JsonValue, context: QueryContext = {}): JsonValue {
  const run = new Evaluation(program, context);
  try {
    run.step(program.shape.size, 0);
    const result = interpret(program.shape.node, root, run);
    run.yield(measure(result, run.resultLeft, run, 0), 0);
    return result;
  } finally {
    run.settle();
  }
}
