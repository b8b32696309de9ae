import type { AppError, ErrorKind } from '../../platform/errors/app-error.ts';
import { type Expression, isLiteral } from '../template/expression.ts';
import { type Finding, type Path, pathOf } from '../template/problem.ts';

type Explain = (path: Path, resource: string | null, expression: Expression | undefined) => readonly Finding[];

/** What is wrong in itself, what is in the way, and what just fails (contract A12). */
const kinds: Readonly<Partial<Record<ErrorKind, ErrorKind>>> = {
  invalid: 'invalid',
  conflict: 'conflict',
  locked: 'conflict',
};

/** What an operation refused, as problems of the template: each place of the error at its place in the file. */
export function findingsOf(error: AppError): Explain {
  return (path, resource, expression) => {
    const details = error.details.length > 0 ? error.details : [{ path: '', message: error.message }];
    return details.map((detail) => {
      const inside = pathOf(detail.path);
      const isRuntime = expression !== undefined && !isKnownAt(expression, inside);
      return {
        code: error.code,
        message: detail.message,
        file: 'template' as const,
        path: [...path, ...inside],
        resource,
        kind: error.kind === 'invalid' && isRuntime ? 'unprocessable' : (kinds[error.kind] ?? 'unprocessable'),
      };
    });
  };
}

/** Whether the files alone give the value there; otherwise a query gave it while the template ran. */
function isKnownAt(expression: Expression, path: Path): boolean {
  if (isLiteral(expression)) return true;
  const [first, ...rest] = path;
  if (first === undefined || expression.kind === 'query' || expression.kind === 'broken') return false;
  if (expression.kind === 'list') {
    const item = expression.items[Number(first)];
    return item !== undefined && isKnownAt(item, rest);
  }
  const member = expression.members.find(([name]) => name === String(first))?.[1];
  return member === undefined || isKnownAt(member, rest);
}
