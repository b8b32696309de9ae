import type { Handle } from '../../platform/database/index.ts';
import { type CompanyOfUser, selectCompaniesOfUser } from './membership-store.ts';

/** The companies that a user is a member of, in the order of their names. */
export const listCompaniesOfUser = async (
  handle: Handle,
  input: { readonly userId: string },
): Promise<CompanyOfUser[]> => await selectCompaniesOfUser(handle, input.userId);
