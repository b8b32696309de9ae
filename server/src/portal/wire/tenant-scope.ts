import type { TenantScope } from '../../accounts/index.ts';
import { isAdministrator, type TokenPrincipal } from '../../identity/authenticate/index.ts';

/** Where the caller may look: administrators everywhere, or in the tenant that they ask for; others in their own. */
export const scopeOf = (principal: TokenPrincipal, asked?: string): TenantScope => {
  if (!isAdministrator(principal)) return { tenantId: principal.tenantId };
  return asked === undefined ? 'everyTenant' : { tenantId: asked };
};
