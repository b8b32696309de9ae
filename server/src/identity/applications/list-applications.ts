import type { NamePage } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import type { ResourceFilter } from '../services/resources/resource-list-store.ts';
import { type ApplicationSummary, selectApplicationSummaries } from './application-list-store.ts';

/** Applications of projects, by name, then id. */
export const listApplications = async (
  handle: Handle,
  input: ResourceFilter & NamePage,
): Promise<readonly ApplicationSummary[]> => await selectApplicationSummaries(handle, input);
