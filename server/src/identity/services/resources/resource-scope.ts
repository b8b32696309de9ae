import { type RawBuilder, sql } from 'kysely';

/** Where a caller may look for a resource. Elsewhere it does not exist (contract X2). */
export type ResourceScope = { readonly projectId: string } | { readonly tenantId: string } | 'everywhere';

/** The condition on the table `resources`. */
export const isInScope = (scope: ResourceScope): RawBuilder<boolean> => {
  if (scope === 'everywhere') return sql<boolean>`true`;
  return 'projectId' in scope
    ? sql<boolean>`resources.project_id = ${scope.projectId}`
    : sql<boolean>`resources.tenant_id = ${scope.tenantId}`;
};
