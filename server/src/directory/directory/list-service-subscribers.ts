import type { Handle } from '../../platform/database/index.ts';
import { findDirectoryService } from './find-directory-service.ts';
import { type SubscriptionRow, selectSubscribers } from './subscription-details-store.ts';

export interface ListServiceSubscribersInput {
  readonly serviceId: string;
  readonly tenantId: string;
  /** The beginning of the name, in any case. */
  readonly filter?: string | undefined;
  readonly limit: number;
  readonly skip: number;
}

/** Those of the tenant who subscribe to a service of the tenant, by name, then id. */
export const listServiceSubscribers = async (
  handle: Handle,
  input: ListServiceSubscribersInput,
): Promise<SubscriptionRow[]> => {
  const { tenantId, limit, skip } = input;
  const { id: serviceId, rootServiceId } = await findDirectoryService(handle, input);
  const filter = input.filter?.trim() ?? '';
  // The text's own `%` and `_` stand for themselves.
  const pattern = filter === '' ? undefined : `${filter.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return await selectSubscribers(handle, { serviceId, rootServiceId, tenantId, pattern, limit, skip });
};
