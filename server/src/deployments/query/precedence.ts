import type { TokenKind } from './lexer.ts';

/** How tightly operators bind, from weakest to tightest; the order is the specification's. */
export const power = {
  pipe: 1,
  or: 2,
  and: 3,
  compare: 5,
  not: 8,
  flatten: 9,
  project: 20,
  filter: 21,
  dot: 40,
  bracket: 55,
} as const;

/** How tightly the operator binds what stands left of it; 0 for what is no such operator and ends an expression. */
export function powerOf(kind: TokenKind): number {
  switch (kind) {
    case '.':
      return power.dot;
    case '[':
      return power.bracket;
    case '[?':
      return power.filter;
    case '[]':
      return power.flatten;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return power.compare;
    case '&&':
      return power.and;
    case '||':
      return power.or;
    case '|':
      return power.pipe;
    default:
      return 0;
  }
}
