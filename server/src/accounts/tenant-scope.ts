/** Where a caller may look: one tenant, or every tenant, which is for platform administrators and the platform itself. */
export type TenantScope = { readonly tenantId: string } | 'everyTenant';

export const systemTenantId = '00000000-0000-0000-0000-000000000000';

/** The tenant to filter by; null for no filter. */
export const tenantOf = (scope: TenantScope): string | null => (scope === 'everyTenant' ? null : scope.tenantId);
