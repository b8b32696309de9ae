import type { ErrorKind } from '../../platform/errors/app-error.ts';
import type { Finding } from '../template/problem.ts';

/** What is too large rather than wrong (contract A13). */
const tooLarge = new Set([
  'template.too-large',
  'json.too-many-values',
  'json.too-many-members',
  'resources.too-many',
  'outputs.too-many',
  'parameters.too-many',
  'variables.too-many',
]);

/**
 * The status of a submission by all that is wrong with it (contract A12): what the files alone show is 400, or 413 when
 * they are too large; what is in the way is 409; what only the run shows is 422.
 */
export function kindOfFindings(findings: readonly Finding[]): ErrorKind {
  if (findings.some(({ code }) => tooLarge.has(code))) return 'tooLarge';
  const kinds = new Set(findings.map(({ kind = 'invalid' }) => kind));
  for (const kind of ['invalid', 'conflict', 'unprocessable'] as const) if (kinds.has(kind)) return kind;
  return [...kinds][0] ?? 'invalid';
}
