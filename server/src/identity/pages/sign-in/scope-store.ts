import type { Handle } from '../../../platform/database/index.ts';

export interface DescribedScope {
  readonly name: string;
  readonly description: string;
  /** The name of the API that publishes it. */
  readonly api: string;
}

export const selectDescribedScopes = async (
  handle: Handle,
  apiId: string | undefined,
  scopes: readonly string[],
): Promise<readonly DescribedScope[]> => {
  if (apiId === undefined || scopes.length === 0) return [];
  return await handle
    .selectFrom('applicationScopes')
    .innerJoin('applications', 'applications.id', 'applicationScopes.applicationId')
    .select(['applicationScopes.name', 'applicationScopes.description', 'applications.name as api'])
    .where('applications.id', '=', apiId)
    .where('applicationScopes.name', 'in', scopes)
    .execute();
};
