import type { Handle } from '../../platform/database/index.ts';
import { type ProjectMember, selectMembers } from './member-store.ts';

/** In the order of the members' names. The caller has opened the project. */
export const listMembers = async (handle: Handle, input: { readonly projectId: string }): Promise<ProjectMember[]> =>
  await selectMembers(handle, input.projectId);
