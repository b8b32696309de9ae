import { Type } from 'typebox';

/** Limits results to one tenant (contract B7). An empty header counts as absent. */
export const tenantHeader = {
  tenantId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Limits the results to this tenant. Blank where tenants play no part.',
    }),
  ),
};
