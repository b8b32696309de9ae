import type { NamePage } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import { type ServiceFilter, type ServiceSummary, selectServiceSummaries } from './service-list-store.ts';

/** By name, then id. */
export const listServices = async (
  handle: Handle,
  input: ServiceFilter & NamePage,
): Promise<readonly ServiceSummary[]> => await selectServiceSummaries(handle, input);
