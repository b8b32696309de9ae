import type { Evaluation } from './evaluation.ts';
import type { AnyParameter, Expression, Parameter } from './function-parameters.ts';
import type { JsonValue } from './json-value.ts';
import type { TypeSet } from './value-types.ts';

/** Where a call stands in the query. */
export interface CallSite {
  readonly name: string;
  readonly at: number;
  /** The first argument where the query gives it as a plain text: the only one that a message may repeat. */
  readonly literal: number | null;
}

export type Operand = JsonValue | Expression;

export interface QueryFunction {
  readonly parameters: readonly AnyParameter[];
  /** For functions that take any number of further arguments. */
  readonly rest: Parameter<JsonValue> | null;
  readonly result: TypeSet;
  readonly summary: string;
  readonly call: (args: readonly Operand[], run: Evaluation, site: CallSite) => JsonValue;
}

type ValueOf<P> = P extends Parameter<infer T> ? T : Expression;
type ValuesOf<P extends readonly AnyParameter[]> = { readonly [K in keyof P]: ValueOf<P[K]> };

/** The arguments were tested against the parameters when `call` runs, which is what the assertion stands for. */
export function define<const P extends readonly AnyParameter[]>(
  parameters: P,
  result: TypeSet,
  summary: string,
  call: (args: ValuesOf<P>, run: Evaluation, site: CallSite) => JsonValue,
): QueryFunction {
  return { parameters, rest: null, result, summary, call: call as QueryFunction['call'] };
}

export function defineVariadic<T extends JsonValue>(
  least: number,
  rest: Parameter<T>,
  result: TypeSet,
  summary: string,
  call: (args: readonly T[], run: Evaluation, site: CallSite) => JsonValue,
): QueryFunction {
  const parameters = Array.from({ length: least }, () => rest);
  return { parameters, rest, result, summary, call: call as QueryFunction['call'] };
}
