import type { Handle } from '../../platform/database/index.ts';
import type { TenantScope } from '../tenant-scope.ts';
import type { User } from './user.ts';
import { selectUsersByEmail } from './user-store.ts';

/** All accounts of an e-mail in the tenants of the scope, in the order of lists. None is an empty list, not an error. */
export const findUsersByEmail = async (
  handle: Handle,
  input: { readonly email: string; readonly scope: TenantScope },
): Promise<User[]> => await selectUsersByEmail(handle, input.email.trim().normalize('NFC'), input.scope);
