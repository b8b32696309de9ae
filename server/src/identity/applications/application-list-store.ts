import { sql } from 'kysely';
import type { NamePage } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import type { ClientType } from '../provider/registration.ts';
import { afterPlace, startsWith } from '../services/resources/name-order.ts';
import { isInScope, type ResourceScope } from '../services/resources/resource-scope.ts';
import { applicationType } from './application-settings.ts';

/** What lists show of an application. */
export interface ApplicationSummary {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly resourceGroupId: string;
  readonly sku: string;
  readonly clientType: ClientType;
  readonly isApi: boolean;
  readonly applicationUrl: string | null;
  readonly tags: readonly string[];
  readonly locked: boolean;
  readonly disabled: boolean;
  readonly revision: number;
  readonly updatedAt: Date;
}

export interface ApplicationFilter {
  readonly scope: ResourceScope;
  readonly resourceGroupId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** The beginning of the name, in any case. */
  readonly search?: string | undefined;
}

export const selectApplicationSummaries = async (
  handle: Handle,
  filter: ApplicationFilter & NamePage,
): Promise<ApplicationSummary[]> => {
  const rows = await filtered(handle, filter)
    .innerJoin('applications', 'applications.id', 'resources.id')
    .select([
      'resources.id',
      'resources.name',
      'resources.nameKey',
      'resources.tenantId',
      'resources.projectId',
      'resources.resourceGroupId',
      'resources.sku',
      'applications.clientType',
      'applications.isApi',
      'applications.applicationUrl',
      'resources.tags',
      'resources.locked',
      sql<boolean>`applications.disabled_at IS NOT NULL`.as('disabled'),
      'resources.revision',
      'resources.updatedAt',
    ])
    .where(afterPlace('resources', filter.after))
    .orderBy('resources.nameKey')
    .orderBy('resources.id')
    .offset(filter.skip ?? 0)
    .limit(filter.limit)
    .execute();
  return rows.map((row) => ({ ...row, clientType: row.clientType as ClientType }));
};

export const countApplications = async (handle: Handle, filter: ApplicationFilter): Promise<number> => {
  const { count } = await filtered(handle, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const filtered = (handle: Handle, { scope, resourceGroupId, applicationId, search }: ApplicationFilter) =>
  handle
    .selectFrom('resources')
    .where('resourceType', '=', applicationType)
    .where(isInScope(scope))
    .where(startsWith('resources', search))
    .$if(resourceGroupId !== undefined, (query) => query.where('resourceGroupId', '=', resourceGroupId ?? ''))
    .$if(applicationId !== undefined, (query) => query.where('resources.id', '=', applicationId ?? ''));
