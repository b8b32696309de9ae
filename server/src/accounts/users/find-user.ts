import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { TenantScope } from '../tenant-scope.ts';
import type { User } from './user.ts';
import { selectUser } from './user-store.ts';

export const userNotFound = (): AppError => new AppError('notFound', 'user.not-found', 'There is no such user.');

/** A user of another tenant is not found (contract X2). */
export const findUser = async (
  handle: Handle,
  input: { readonly userId: string; readonly scope: TenantScope },
): Promise<User> => {
  const user = await selectUser(handle, input.userId, input.scope);
  if (user === undefined) throw userNotFound();
  return user;
};
