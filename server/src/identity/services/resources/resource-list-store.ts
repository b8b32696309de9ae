import { sql } from 'kysely';
import type { NamePage } from '../../../accounts/index.ts';
import type { Handle } from '../../../platform/database/index.ts';
import { afterPlace, startsWith } from './name-order.ts';
import { isInScope, type ResourceScope } from './resource-scope.ts';

/** What lists show of a resource of any type. */
export interface ResourceSummary {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly resourceGroupId: string;
  readonly tags: readonly string[];
  readonly locked: boolean;
  readonly revision: number;
  readonly updatedAt: Date;
}

export interface ResourceFilter {
  readonly scope: ResourceScope;
  readonly resourceGroupId?: string | undefined;
  readonly resourceId?: string | undefined;
  /** The beginning of the name, in any case. */
  readonly search?: string | undefined;
}

export const summaryColumns = [
  'resources.id',
  'resources.name',
  'resources.nameKey',
  'resources.tenantId',
  'resources.projectId',
  'resources.resourceGroupId',
  'resources.tags',
  'resources.locked',
  'resources.revision',
  'resources.updatedAt',
] as const;

const filterResources = (handle: Handle, resourceType: string, filter: ResourceFilter) => {
  const { scope, resourceGroupId, resourceId, search } = filter;
  return handle
    .selectFrom('resources')
    .where('resourceType', '=', resourceType)
    .where(isInScope(scope))
    .where(startsWith('resources', search))
    .$if(resourceGroupId !== undefined, (query) => query.where('resourceGroupId', '=', resourceGroupId ?? ''))
    .$if(resourceId !== undefined, (query) => query.where('resources.id', '=', resourceId ?? ''));
};

/** A page of resources of a type, by name, then id; whoever asks joins what the type has of its own. */
export const pageOfResources = (handle: Handle, resourceType: string, filter: ResourceFilter & NamePage) =>
  filterResources(handle, resourceType, filter)
    .where(afterPlace('resources', filter.after))
    .orderBy('resources.nameKey')
    .orderBy('resources.id')
    .offset(filter.skip ?? 0)
    .limit(filter.limit);

export const countResources = async (handle: Handle, resourceType: string, filter: ResourceFilter): Promise<number> => {
  const { count } = await filterResources(handle, resourceType, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
