import type { JsonValue, Program } from '../query/index.ts';
import type { Path } from './problem.ts';

/** A value of the template with its queries compiled. What needs no resources is worked out already. */
export type Expression = LiteralExpression | QueryExpression | ListExpression | ObjectExpression | BrokenExpression;

export interface LiteralExpression {
  readonly kind: 'literal';
  readonly value: JsonValue;
}

export interface QueryExpression {
  readonly kind: 'query';
  readonly program: Program;
  /** As the template writes it, with its `$`. */
  readonly text: string;
  readonly path: Path;
  /** The value is wanted as a list. */
  readonly isList: boolean;
}

export interface ListExpression {
  readonly kind: 'list';
  readonly items: readonly Expression[];
}

export interface ObjectExpression {
  readonly kind: 'object';
  readonly members: readonly (readonly [string, Expression])[];
}

/** A query that is wrong: a problem was told of already. */
export interface BrokenExpression {
  readonly kind: 'broken';
  readonly text: string;
}

/** True when the value is known without running anything. */
export function isLiteral(expression: Expression): expression is LiteralExpression {
  return expression.kind === 'literal';
}
