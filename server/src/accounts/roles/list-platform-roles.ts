import type { Handle } from '../../platform/database/index.ts';
import { type PlatformRole, selectRoles } from './role-store.ts';

/** The platform roles of a user; none for a user who does not exist. */
export const listPlatformRoles = async (handle: Handle, input: { readonly userId: string }): Promise<PlatformRole[]> =>
  await selectRoles(handle, input.userId);
