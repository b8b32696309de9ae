import { findUsersByEmail, type User } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';

/** All accounts of an e-mail in the tenants that the caller may see: one person may have several. */
export const resolveUsers = async (
  handle: Handle,
  input: { readonly email: string; readonly seesTenant: (tenantId: string) => boolean },
): Promise<User[]> => {
  const users = await findUsersByEmail(handle, { email: input.email, scope: 'everyTenant' });
  return users.filter(({ tenantId }) => input.seesTenant(tenantId));
};
