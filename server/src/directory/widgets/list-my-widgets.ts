import type { Handle } from '../../platform/database/index.ts';
import { type StoredWidget, selectMyWidgets } from './widget-store.ts';

/** Contract B7: without a tenant, those of all tenants that the user may see, which are those of the user's own services. */
export const listMyWidgets = async (
  handle: Handle,
  input: { readonly userId: string; readonly tenantId?: string | undefined },
): Promise<StoredWidget[]> => await selectMyWidgets(handle, input);
