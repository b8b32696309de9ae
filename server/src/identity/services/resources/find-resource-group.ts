import type { Handle } from '../../../platform/database/index.ts';
import { groupNotFound } from './resource-group.ts';
import { type ResourceGroup, selectGroup } from './resource-group-store.ts';

export const findResourceGroup = async (
  handle: Handle,
  input: { readonly projectId: string; readonly groupId: string },
): Promise<ResourceGroup> => {
  const group = await selectGroup(handle, input.projectId, input.groupId);
  if (group === undefined) throw groupNotFound();
  return group;
};
