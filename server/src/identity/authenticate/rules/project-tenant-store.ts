import type { Handle } from '../../../platform/database/index.ts';

export const selectProjectTenant = async (handle: Handle, projectId: string): Promise<string | undefined> => {
  const row = await handle.selectFrom('projects').select('tenantId').where('id', '=', projectId).executeTakeFirst();
  return row?.tenantId;
};
