import type { FastifyRequest } from 'fastify';
import { systemTenantId } from '../../accounts/index.ts';
import { isAdministrator, tokenPrincipalOf } from '../../identity/authenticate/index.ts';

/** No tenant has this id: what is looked for there is not found. */
const nowhere = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The tenant that a request to the directory reads (contract B7): the one of the header, or the system tenant. Only
 * administrators look into tenants that are not their own; to others those hold nothing (contract X2). A reader without a
 * header looks into the own tenant, which is the only one there is for it.
 */
export const directoryTenant = (request: FastifyRequest, given: string | undefined): string => {
  const principal = tokenPrincipalOf(request);
  const tenantId = given?.toLowerCase();
  if (isAdministrator(principal)) return tenantId ?? systemTenantId;
  return tenantId === undefined || tenantId === principal.tenantId ? principal.tenantId : nowhere;
};
