import type { Handle } from '../../platform/database/index.ts';
import { type ServiceInput, serviceNotFound } from './read-service.ts';
import { type ServiceSummary, selectServiceSummaries } from './service-list-store.ts';

/** What lists show of one service: where it stands, whether it is locked. */
export const findService = async (handle: Handle, input: ServiceInput): Promise<ServiceSummary> => {
  const [service] = await selectServiceSummaries(handle, { scope: input.scope, resourceId: input.serviceId, limit: 1 });
  if (service === undefined) throw serviceNotFound();
  return service;
};
