import { applicationConstraintRules } from '../../identity/applications/index.ts';
import { serviceConstraintRules } from '../../identity/services/index.ts';
import { translateDatabaseError } from '../../platform/database/index.ts';
import { AppError, type ErrorKind } from '../../platform/errors/app-error.ts';
import { findingsOf } from './findings-of.ts';

const rules = { ...serviceConstraintRules, ...applicationConstraintRules };

/** What says something about the template. The rest is about the database or about us, and belongs to no resource. */
const aboutTemplate: readonly ErrorKind[] = [
  'invalid',
  'notFound',
  'conflict',
  'tooLarge',
  'unprocessable',
  'locked',
  'forbidden',
];

/** Serialization failure and deadlock: the transaction runs again. */
const runsAgain = new Set(['40001', '40P01']);

/** What an error says about the resource at which it was thrown; undefined where it says nothing about it. */
export function explainError(error: unknown): ReturnType<typeof findingsOf> | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && runsAgain.has(code)) return undefined;
  const known = error instanceof AppError ? error : translateDatabaseError(error, rules);
  if (known === undefined || !aboutTemplate.includes(known.kind)) return undefined;
  return findingsOf(known);
}
