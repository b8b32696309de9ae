import type { Handle } from '../../platform/database/index.ts';

export interface ResourcePlace {
  readonly name: string;
  readonly resourceGroupId: string;
}

/** Where a resource of a project stands; undefined when the project has no such resource of this type. */
export const selectResourcePlace = async (
  handle: Handle,
  resource: { readonly projectId: string; readonly resourceId: string; readonly resourceType: string },
): Promise<ResourcePlace | undefined> =>
  await handle
    .selectFrom('resources')
    .select(['name', 'resourceGroupId'])
    .where('id', '=', resource.resourceId)
    .where('projectId', '=', resource.projectId)
    .where('resourceType', '=', resource.resourceType)
    .executeTakeFirst();
