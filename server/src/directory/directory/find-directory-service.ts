import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type ServiceFacts, selectServiceFacts } from './service-info-store.ts';

/** A service of another tenant is not found (contract X2). */
export const findDirectoryService = async (
  handle: Handle,
  input: { readonly serviceId: string; readonly tenantId: string },
): Promise<ServiceFacts> => {
  const service = await selectServiceFacts(handle, input.serviceId, input.tenantId);
  if (service === undefined) throw new AppError('notFound', 'service.not-found', 'There is no such service.');
  return service;
};
