import type { NamePage } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import {
  countResources,
  pageOfResources,
  type ResourceFilter,
  type ResourceSummary,
  summaryColumns,
} from './resources/resource-list-store.ts';
import { serviceType } from './service-settings.ts';

/** What lists show of a service. */
export interface ServiceSummary extends ResourceSummary {
  readonly shortDescription: string;
  readonly serviceUrl: string | null;
  readonly visible: boolean;
  readonly productionService: boolean;
  readonly parentServiceId: string | null;
}

export const selectServiceSummaries = async (
  handle: Handle,
  filter: ResourceFilter & NamePage,
): Promise<ServiceSummary[]> =>
  await pageOfResources(handle, serviceType, filter)
    .innerJoin('services', 'services.id', 'resources.id')
    .select(summaryColumns)
    .select([
      'services.shortDescription',
      'services.serviceUrl',
      'services.visible',
      'services.production as productionService',
      'services.parentServiceId',
    ])
    .execute();

export const countServices = async (handle: Handle, filter: ResourceFilter): Promise<number> =>
  await countResources(handle, serviceType, filter);
