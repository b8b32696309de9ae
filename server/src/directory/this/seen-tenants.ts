import { systemTenantId } from '../../accounts/index.ts';
import { isAdministrator, type TokenPrincipal } from '../../identity/authenticate/index.ts';

/**
 * The tenants whose people an application may look for: the system tenant, where everybody stands who belongs to no other,
 * its own, and that of the user who uses it. Administrators see all. People of other tenants are seen only once they
 * subscribe.
 */
export const seesTenant =
  (principal: TokenPrincipal) =>
  (tenantId: string): boolean =>
    tenantId === systemTenantId ||
    tenantId === principal.tenantId ||
    (principal.kind === 'user' && tenantId === principal.applicationTenantId) ||
    isAdministrator(principal);

/** Contract B7: the tenant of the header, or the system tenant. */
export const askedTenant = (
  principal: TokenPrincipal,
  given: string | undefined,
): { readonly tenantId: string; readonly seesTenant: boolean } => {
  const tenantId = given?.toLowerCase() ?? systemTenantId;
  return { tenantId, seesTenant: seesTenant(principal)(tenantId) };
};
