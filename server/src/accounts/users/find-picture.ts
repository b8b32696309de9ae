import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { type Picture, selectPicture } from './picture-store.ts';

/** Not found, in the same words, for a user without a picture and for no user at all. */
export const findPicture = async (
  handle: Handle,
  input: { readonly userId: string; readonly scope: TenantScope },
): Promise<Picture> => {
  const picture = await selectPicture(handle, input.userId, input.scope);
  if (picture === undefined) throw new AppError('notFound', 'picture.not-found', 'The user has no picture.');
  return picture;
};
