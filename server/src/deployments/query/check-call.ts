import type { Argument } from './ast.ts';
import type { QueryFunction } from './function-definition.ts';
import { type AnyParameter, anything, describeMismatch, isExpression } from './function-parameters.ts';
import { functions } from './functions.ts';
import { QueryError, quoted } from './query-error.ts';
import { describeTypes } from './value-types.ts';

export function functionNamed(name: string, query: string, at: number): QueryFunction {
  const fn = functions.get(name);
  if (fn !== undefined) return fn;
  throw new QueryError('query.unknown-function', `There is no function named ${quoted(name)}.`, query, at);
}

/** What the function takes at this place. Anything where it takes nothing: the call is then refused for its length. */
export function parameterAt({ parameters, rest }: QueryFunction, index: number): AnyParameter {
  return parameters[index] ?? rest ?? anything;
}

/** Refuses a call that can never succeed: wrong number of arguments, or types that can never fit (contract A7). */
export function checkCall(
  name: string,
  { parameters, rest }: QueryFunction,
  args: readonly Argument[],
  query: string,
  at: number,
): void {
  const least = parameters.length;
  if (args.length < least || (args.length > least && rest === null)) {
    const wanted = `${rest === null ? '' : 'at least '}${least} argument${least === 1 ? '' : 's'}`;
    throw new QueryError('query.invalid-arity', `${name}() takes ${wanted}, not ${args.length}.`, query, at);
  }
  for (const [index, { at: argumentAt, parameter, reference, expression }] of args.entries()) {
    if (reference ? isExpression(parameter) : !isExpression(parameter) && (expression.types & parameter.types) !== 0) {
      continue;
    }
    const got = reference ? 'an expression' : describeTypes(expression.types);
    throw new QueryError('query.invalid-type', describeMismatch(name, index, parameter, got), query, argumentAt);
  }
}
