import type { NamePage } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import type { ResourceFilter } from './resources/resource-list-store.ts';
import { type ServiceSummary, selectServiceSummaries } from './service-list-store.ts';

/** By name, then id. */
export const listServices = async (
  handle: Handle,
  input: ResourceFilter & NamePage,
): Promise<readonly ServiceSummary[]> => await selectServiceSummaries(handle, input);
