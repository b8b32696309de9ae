import { sql } from 'kysely';
import type { NamePage } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import { afterPlace, startsWith } from './resources/name-order.ts';
import { isInScope, type ResourceScope } from './resources/resource-scope.ts';
import { serviceType } from './service-settings.ts';

/** What lists show of a service. */
export interface ServiceSummary {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly resourceGroupId: string;
  readonly shortDescription: string;
  readonly serviceUrl: string | null;
  readonly visible: boolean;
  readonly productionService: boolean;
  readonly parentServiceId: string | null;
  readonly tags: readonly string[];
  readonly locked: boolean;
  readonly revision: number;
  readonly updatedAt: Date;
}

export interface ServiceFilter {
  readonly scope: ResourceScope;
  readonly resourceGroupId?: string | undefined;
  readonly serviceId?: string | undefined;
  /** The beginning of the name, in any case. */
  readonly search?: string | undefined;
}

export const selectServiceSummaries = async (
  handle: Handle,
  filter: ServiceFilter & NamePage,
): Promise<ServiceSummary[]> =>
  await filtered(handle, filter)
    .innerJoin('services', 'services.id', 'resources.id')
    .select([
      'resources.id',
      'resources.name',
      'resources.nameKey',
      'resources.tenantId',
      'resources.projectId',
      'resources.resourceGroupId',
      'services.shortDescription',
      'services.serviceUrl',
      'services.visible',
      'services.production as productionService',
      'services.parentServiceId',
      'resources.tags',
      'resources.locked',
      'resources.revision',
      'resources.updatedAt',
    ])
    .where(afterPlace('resources', filter.after))
    .orderBy('resources.nameKey')
    .orderBy('resources.id')
    .offset(filter.skip ?? 0)
    .limit(filter.limit)
    .execute();

export const countServices = async (handle: Handle, filter: ServiceFilter): Promise<number> => {
  const { count } = await filtered(handle, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const filtered = (handle: Handle, { scope, resourceGroupId, serviceId, search }: ServiceFilter) =>
  handle
    .selectFrom('resources')
    .where('resourceType', '=', serviceType)
    .where(isInScope(scope))
    .where(startsWith('resources', search))
    .$if(resourceGroupId !== undefined, (query) => query.where('resourceGroupId', '=', resourceGroupId ?? ''))
    .$if(serviceId !== undefined, (query) => query.where('resources.id', '=', serviceId ?? ''));
