import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { selectTenant, type Tenant } from './tenant-store.ts';

export const tenantNotFound = (): AppError => new AppError('notFound', 'tenant.not-found', 'There is no such tenant.');

export const findTenant = async (handle: Handle, tenantId: string): Promise<Tenant> => {
  const tenant = await selectTenant(handle, tenantId);
  if (tenant === undefined) throw tenantNotFound();
  return tenant;
};
