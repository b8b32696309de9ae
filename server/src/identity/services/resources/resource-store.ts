import { sql } from 'kysely';
import type { Handle, Transaction } from '../../../platform/database/index.ts';

/** What all resources have in common. */
export interface ResourceRow {
  readonly id: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly resourceGroupId: string;
  readonly name: string;
  readonly resourceType: string;
  readonly revision: number;
}

const columns = ['id', 'tenantId', 'projectId', 'resourceGroupId', 'name', 'resourceType', 'revision'] as const;

export const selectResourceRows = async (
  handle: Handle,
  projectId: string,
  names: readonly string[],
): Promise<ResourceRow[]> =>
  await handle
    .selectFrom('resources')
    .select(columns)
    .where('projectId', '=', projectId)
    .where('name', '=', sql<string>`ANY(${[...names]}::text[])`)
    .execute();

/**
 * Holds the rows until the transaction ends, in one order, so that two deployments never wait for each other. A statement
 * of its own: what is read in the statement that waited would be as old as the wait.
 */
export const lockResourceRows = async (
  transaction: Transaction,
  projectId: string,
  names: readonly string[],
): Promise<void> => {
  await transaction
    .selectFrom('resources')
    .select('id')
    .where('projectId', '=', projectId)
    .where('name', '=', sql<string>`ANY(${[...names]}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
};

export const lockResource = async (transaction: Transaction, resourceId: string): Promise<void> => {
  await transaction.selectFrom('resources').select('id').where('id', '=', resourceId).forNoKeyUpdate().execute();
};

export interface NewResource {
  readonly id: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly resourceGroupId: string;
  readonly name: string;
  readonly resourceType: string;
  readonly sku: string;
  readonly tags: readonly string[];
  readonly locked: boolean;
}

/** Gives the new revision. */
export const updateResource = async (
  transaction: Transaction,
  resourceId: string,
  changes: { readonly sku: string; readonly tags: readonly string[]; readonly locked: boolean },
): Promise<number> => {
  const { revision } = await transaction
    .updateTable('resources')
    .set((eb) => ({
      sku: changes.sku,
      locked: changes.locked,
      tags: [...changes.tags],
      updatedAt: sql<Date>`now()`,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', resourceId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
};

/** For a change that stands in no column of `resources`: a plan must see that it is stale. */
export const touchResources = async (transaction: Transaction, resourceIds: readonly string[]): Promise<void> => {
  await transaction
    .updateTable('resources')
    .set((eb) => ({ updatedAt: sql<Date>`now()`, revision: eb('revision', '+', 1) }))
    .where('id', '=', sql<string>`ANY(${[...resourceIds]}::uuid[])`)
    .execute();
};

export const deleteResourceRow = async (transaction: Transaction, resourceId: string): Promise<void> => {
  await transaction.deleteFrom('resources').where('id', '=', resourceId).execute();
};

/** Notes the submission that last named these resources, changed or not: drift is counted from there (contract A20). */
export const markDeployed = async (
  transaction: Transaction,
  input: { readonly deploymentId: string; readonly groupId: string; readonly resourceIds: readonly string[] },
): Promise<void> => {
  await transaction
    .updateTable('resources')
    .set({ lastDeploymentId: input.deploymentId })
    .where('id', '=', sql<string>`ANY(${[...input.resourceIds]}::uuid[])`)
    .execute();
  await transaction
    .updateTable('resourceGroups')
    .set({ lastDeploymentId: input.deploymentId })
    .where('id', '=', input.groupId)
    .execute();
};
