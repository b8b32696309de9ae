import { AppError } from '../../platform/errors/app-error.ts';
import type { AccessLevel } from './subscription.ts';

/**
 * The access level for a role (contract B10): none when levels are off, the first when no role is given. `pointer` says
 * where the role stands in the body.
 */
export const chooseLevel = (
  levels: readonly AccessLevel[] | null,
  role: string | null | undefined,
  pointer = '/role',
): AccessLevel | null => {
  if (levels === null) return null;
  if (role === null || role === undefined || role === '') return levels[0] ?? null;
  const level = levels.find(({ name }) => name === role);
  if (level !== undefined) return level;
  const known = levels.map(({ name }) => name).join(', ');
  const message = `\`${pointer}\` must be an access level of the service: ${known}.`;
  throw new AppError('invalid', 'access-level.unknown', message, { details: [{ in: 'body', path: pointer, message }] });
};
