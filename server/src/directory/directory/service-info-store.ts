import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import type { ReferredService } from '../wire/to-service-reference.ts';

/** What ServiceInfo shows of a service. */
export interface ServiceFacts extends ReferredService {
  readonly tenantId: string;
  readonly shortDescription: string;
  readonly apiAudience: string | null;
  readonly category: string | null;
  readonly public: boolean;
  readonly pricingTier: string | null;
  readonly selfSubscribe: boolean;
  readonly serviceOwner: string | null;
  readonly termsUrl: string | null;
  readonly updatedAt: Date;
  readonly parentServiceId: string | null;
  readonly rootServiceId: string;
  readonly serviceUrl: string | null;
}

export const selectServiceFacts = async (
  handle: Handle,
  serviceId: string,
  tenantId: string,
): Promise<ServiceFacts | undefined> =>
  await handle
    .selectFrom('services')
    .select(['id', 'tenantId', 'name', 'description', 'production', 'shortDescription', 'apiAudience', 'category'])
    .select(['public', 'pricingTier', 'selfSubscribe', 'serviceOwner', 'termsUrl', 'updatedAt', 'parentServiceId'])
    .select(['rootServiceId', 'serviceUrl'])
    .where('id', '=', serviceId)
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();

export const selectChildServices = async (handle: Handle, serviceId: string): Promise<ReferredService[]> =>
  await handle
    .selectFrom('services')
    .select(['id', 'name', 'description', 'production'])
    .where('parentServiceId', '=', serviceId)
    .orderBy('nameKey')
    .orderBy('id')
    .execute();

/** True when the user is of the tenant and administers the service; undefined when there is no such user. */
export const selectIsAdministrator = async (
  handle: Handle,
  key: { readonly serviceId: string; readonly userId: string; readonly tenantId: string },
): Promise<boolean | undefined> => {
  const { rows } = await sql<{ administers: boolean }>`
    SELECT EXISTS (
      SELECT FROM service_administrators a WHERE a.service_id = ${key.serviceId} AND a.user_id = u.id
    ) AS administers
    FROM users u WHERE u.id = ${key.userId} AND u.tenant_id = ${key.tenantId}`.execute(handle);
  return rows[0]?.administers;
};
