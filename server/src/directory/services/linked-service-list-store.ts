import type { Handle } from '../../platform/database/index.ts';
import type { ReferredService } from '../wire/to-service-reference.ts';

/** The services that an application works for, by name, then id. */
export const selectLinkedServices = async (
  handle: Handle,
  page: { readonly applicationId: string; readonly skip: number; readonly limit: number },
): Promise<ReferredService[]> =>
  await handle
    .selectFrom('applicationServices')
    .innerJoin('services', 'services.id', 'applicationServices.serviceId')
    .select(['services.id', 'services.name', 'services.description', 'services.production'])
    .where('applicationServices.applicationId', '=', page.applicationId)
    .orderBy('services.nameKey')
    .orderBy('services.id')
    .offset(page.skip)
    .limit(page.limit)
    .execute();
