import { Evaluation, type QueryContext } from './evaluation.ts';
import { unknownName } from './functions.ts';
import { interpret } from './interpret.ts';
import type { Program } from './program.ts';
import { QueryError } from './query-error.ts';

/**
 * All that is wrong with a query before anything is provisioned (contract A7): names that are not there, and expressions
 * over parameters and variables that fail, such as `concat(parameter('list'))`. Empty when nothing is.
 */
export function checkProgram(
  program: Program,
  context: Pick<QueryContext, 'parameters' | 'variables' | 'budget'>,
): readonly QueryError[] {
  const problems = new Map<string, QueryError>();
  const add = (problem: QueryError) => problems.set(`${problem.code} ${problem.offset}`, problem);
  const run = new Evaluation(program, context);
  const { analysis } = program.shape;
  for (const { kind, name, at } of analysis.nameUses) {
    const text = run.literalText(name);
    const known = kind === 'parameter' ? run.parameters : run.variables;
    if (text === null || known.has(text)) continue;
    add(run.failure(`query.unknown-${kind}`, unknownName(kind, text), at));
  }
  try {
    run.step(program.shape.size, 0);
    for (const constant of analysis.constants) {
      try {
        interpret(constant, null, run);
      } catch (problem) {
        if (!(problem instanceof QueryError)) throw problem;
        add(problem);
      }
    }
  } finally {
    run.settle();
  }
  return [...problems.values()].sort((a, b) => a.offset - b.offset);
}
