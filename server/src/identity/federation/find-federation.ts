import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Federation } from './federation.ts';
import { selectFederation, selectFederationsOfTenant } from './federation-store.ts';

/** One of another tenant is not found (contract X2). */
export const findFederation = async (
  handle: Handle,
  input: { readonly federationId: string; readonly tenantId: string },
): Promise<Federation> => {
  const federation = await selectFederation(handle, { id: input.federationId, tenantId: input.tenantId });
  if (federation === undefined) {
    throw new AppError('notFound', 'federation.not-found', 'There is no such federation.');
  }
  return federation;
};

export const listFederations = async (handle: Handle, input: { readonly tenantId: string }): Promise<Federation[]> =>
  await selectFederationsOfTenant(handle, input.tenantId);
