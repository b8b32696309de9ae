import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import { systemTenantId } from '../tenant-scope.ts';
import { readDescription, readTitle } from '../text-rules.ts';
import { tenantNotFound } from './find-tenant.ts';
import { type Tenant, type TenantChanges, updateTenant } from './tenant-store.ts';

/** Absent members stay as they are. */
export const changeTenant = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly tenantId: string } & TenantChanges,
): Promise<Tenant> => {
  const { tenantId, ...given } = input;
  if (given.deactivated === true && tenantId === systemTenantId) {
    throw new AppError('conflict', 'tenant.system', 'The system tenant cannot be deactivated.');
  }
  const changes = {
    ...given,
    ...(given.name === undefined ? {} : { name: readTitle(given.name, 'name', 200) }),
    ...(given.description === undefined ? {} : { description: readDescription(given.description, 2000) }),
  };
  const tenant = await updateTenant(transaction, tenantId, changes);
  if (tenant === undefined) throw tenantNotFound();
  await recordAudit(transaction, {
    ...acting,
    action: 'tenant.changed',
    target: { kind: 'tenant', id: tenantId },
    tenantId,
    details: { ...changes },
  });
  // Whoever remembers somebody of this tenant asks again.
  await publish(transaction, 'credential', tenantId);
  return tenant;
};
