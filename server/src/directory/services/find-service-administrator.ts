import { countCompaniesOfUser, findUser, type User } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { isAdministratorOf } from './administrator-store.ts';

export interface ServiceAdministrator {
  readonly user: User;
  readonly companies: number;
}

/** Somebody who does not administer the service is not found, whether there is such a user or not (contract X2). */
export const findServiceAdministrator = async (
  handle: Handle,
  input: { readonly serviceId: string; readonly userId: string },
): Promise<ServiceAdministrator> => {
  if (!(await isAdministratorOf(handle, input.serviceId, input.userId))) {
    throw new AppError('notFound', 'administrator.not-found', 'The service has no such administrator.');
  }
  const user = await findUser(handle, { userId: input.userId, scope: 'everyTenant' });
  return { user, companies: await countCompaniesOfUser(handle, user.id) };
};
