import { sql } from 'kysely';
import type { NamePage } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import type { ClientType } from '../provider/registration.ts';
import {
  countResources,
  pageOfResources,
  type ResourceFilter,
  type ResourceSummary,
  summaryColumns,
} from '../services/resources/resource-list-store.ts';
import { applicationType } from './application-settings.ts';

/** What lists show of an application. */
export interface ApplicationSummary extends ResourceSummary {
  readonly sku: string;
  readonly clientType: ClientType;
  readonly isApi: boolean;
  readonly applicationUrl: string | null;
  readonly disabled: boolean;
}

export const selectApplicationSummaries = async (
  handle: Handle,
  filter: ResourceFilter & NamePage,
): Promise<ApplicationSummary[]> => {
  const rows = await pageOfResources(handle, applicationType, filter)
    .innerJoin('applications', 'applications.id', 'resources.id')
    .select(summaryColumns)
    .select([
      'resources.sku',
      'applications.clientType',
      'applications.isApi',
      'applications.applicationUrl',
      sql<boolean>`applications.disabled_at IS NOT NULL`.as('disabled'),
    ])
    .execute();
  return rows.map((row) => ({ ...row, clientType: row.clientType as ClientType }));
};

export const countApplications = async (handle: Handle, filter: ResourceFilter): Promise<number> =>
  await countResources(handle, applicationType, filter);
