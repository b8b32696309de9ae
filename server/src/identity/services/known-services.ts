import type { Handle } from '../../platform/database/index.ts';
import { type KnownResources, knownIdsOf } from './resources/known-resources.ts';
import { serviceType } from './service-settings.ts';
import { type StoredService, selectServices } from './service-store.ts';

export interface KnownServices extends KnownResources {
  /** By id. */
  readonly services: Map<string, StoredService>;
}

/** The service of that name. All services that the submission named and nobody has read yet come with it. */
export const findKnownService = async (
  handle: Handle,
  known: KnownServices,
  name: string,
): Promise<StoredService | undefined> => {
  const row = known.rows.get(name);
  if (row?.resourceType !== serviceType) return undefined;
  if (!known.services.has(row.id)) {
    const fresh = knownIdsOf(known, serviceType).filter((id) => !known.services.has(id));
    for (const service of await selectServices(handle, fresh)) known.services.set(service.id, service);
  }
  return known.services.get(row.id);
};
