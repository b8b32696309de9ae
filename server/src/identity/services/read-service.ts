import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { provisionedService } from './provisioned-service.ts';
import type { ProvisionedResource } from './resources/provisioned-resource.ts';
import type { ResourceScope } from './resources/resource-scope.ts';
import { type StoredService, selectServices } from './service-store.ts';

export const serviceNotFound = (): AppError =>
  new AppError('notFound', 'service.not-found', 'There is no such service.');

export interface ServiceInput {
  readonly serviceId: string;
  readonly scope: ResourceScope;
}

/** What a caller may not see is not found, like what does not exist. */
export const findStoredService = async (handle: Handle, { serviceId, scope }: ServiceInput): Promise<StoredService> => {
  const [service] = await selectServices(handle, [serviceId]);
  const isSeen =
    service !== undefined &&
    (scope === 'everywhere' ||
      ('projectId' in scope ? scope.projectId === service.projectId : scope.tenantId === service.tenantId));
  if (!isSeen) throw serviceNotFound();
  return service;
};

/** The service as provisioned (contract A4). */
export const readService = async (handle: Handle, input: ServiceInput): Promise<ProvisionedResource> => {
  const { id, name, settings } = await findStoredService(handle, input);
  return provisionedService(id, name, settings);
};
