import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import { readDescription, readTitle } from '../text-rules.ts';
import { insertTenant, type Tenant } from './tenant-store.ts';

export interface NewTenant {
  readonly name: string;
  readonly description?: string | undefined;
}

export const createTenant = async (transaction: Transaction, acting: Acting, input: NewTenant): Promise<Tenant> => {
  const name = readTitle(input.name, 'name', 200);
  const tenant = await insertTenant(transaction, { name, description: readDescription(input.description ?? '', 2000) });
  if (tenant === undefined) throw new AppError('conflict', 'tenant.name-taken', 'Another tenant has this name.');
  await recordAudit(transaction, {
    ...acting,
    action: 'tenant.created',
    target: { kind: 'tenant', id: tenant.id },
    tenantId: tenant.id,
    details: { name },
  });
  return tenant;
};
