import type { Expression } from './expression.ts';
import type { Path } from './problem.ts';

/** The query that stands at the path, or the first one below it; undefined where everything is known without one. */
export function queryAt(expression: Expression, path: Path): string | undefined {
  if (expression.kind === 'query') return expression.text;
  if (expression.kind !== 'list' && expression.kind !== 'object') return undefined;
  const [first, ...rest] = path;
  const inside =
    expression.kind === 'list'
      ? expression.items
      : expression.members
          .filter(([name]) => first === undefined || name === String(first))
          .map(([, member]) => member);
  for (const member of inside) {
    const query = queryAt(member, rest);
    if (query !== undefined) return query;
  }
  return undefined;
}
