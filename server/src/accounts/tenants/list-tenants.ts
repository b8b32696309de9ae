import type { Handle } from '../../platform/database/index.ts';
import type { NamePage } from '../name-page.ts';
import { selectTenants, type Tenant } from './tenant-store.ts';

/** Tenants in the order of their names, then ids. For platform administrators. */
export const listTenants = async (
  handle: Handle,
  input: NamePage & { readonly search?: string | undefined },
): Promise<Tenant[]> => await selectTenants(handle, input);
