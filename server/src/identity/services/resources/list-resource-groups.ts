import type { NamePage } from '../../../accounts/index.ts';
import type { Handle } from '../../../platform/database/index.ts';
import { type GroupFilter, type ResourceGroup, selectGroups } from './resource-group-store.ts';

/** By name, then id. */
export const listResourceGroups = async (
  handle: Handle,
  input: GroupFilter & NamePage,
): Promise<readonly ResourceGroup[]> => await selectGroups(handle, input);
