import { sql } from 'kysely';
import type { Handle, Transaction } from '../../../platform/database/index.ts';
import { isOneOf, prepareStatement } from './prepared-statement.ts';

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

const columns = 'id, tenant_id, project_id, resource_group_id, name, resource_type, revision';

const selectRows = prepareStatement<ResourceRow>(
  'resources.by-names',
  `SELECT ${columns} FROM resources WHERE project_id = $1 AND ${isOneOf('name', '$2::text[]')}`,
);

export const selectResourceRows = async (
  handle: Handle,
  projectId: string,
  names: readonly string[],
): Promise<readonly ResourceRow[]> => await selectRows(handle, [projectId, [...names]]);

const lockRows = prepareStatement(
  'resources.lock-by-names',
  `SELECT id FROM resources WHERE project_id = $1 AND ${isOneOf('name', '$2::text[]')} ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Holds the rows until the transaction ends, in one order, so that two deployments never wait for each other. Read in a
 * statement of their own: what is read in the statement that waited would be as old as the wait.
 */
export const holdResources = async (
  transaction: Transaction,
  projectId: string,
  names: readonly string[],
): Promise<readonly ResourceRow[]> => {
  await lockRows(transaction, [projectId, [...names]]);
  return await selectResourceRows(transaction, projectId, names);
};

/** What submissions of a project lock while it is their turn. */
export const turnName = (projectId: string): string => `deployments of ${projectId}`;

const holdInTurn = prepareStatement<ResourceRow>(
  'resources.hold-in-turn',
  `SELECT ${columns} FROM hold_project_resources($1, $2, $3, $4)`,
);

/**
 * The same at the beginning of a submission. Submissions of one project run one after the other on all nodes (contract
 * A11), by an advisory lock: a lock on the project itself would keep its members and tokens from changing for as long.
 * Fails with PostgreSQL's `lock_not_available` when the turn does not come in time.
 */
export const holdResourcesInTurn = async (
  transaction: Transaction,
  turn: { readonly projectId: string; readonly longestWait: number },
  names: readonly string[],
): Promise<readonly ResourceRow[]> =>
  await holdInTurn(transaction, [turnName(turn.projectId), turn.longestWait, turn.projectId, [...names]]);

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

/** The values of a row, in the order of `newResourceText`. */
export const newResourceValues = (resource: NewResource): readonly unknown[] => [
  resource.id,
  resource.tenantId,
  resource.projectId,
  resource.resourceGroupId,
  resource.name,
  resource.resourceType,
  resource.sku,
  [...resource.tags],
  resource.locked,
];

/** The row of a new resource as part of a statement that makes all of it; takes the places of those values. */
export const newResourceText = (places: readonly string[]): string => `
  INSERT INTO resources (id, tenant_id, project_id, resource_group_id, name, resource_type, sku, tags, locked)
  VALUES (${places.join(', ')})`;

/** The row of a resource that changes, as part of a statement that begins with `changedResourceValues`. */
export const changedResourceText = `
  UPDATE resources SET sku = $2, tags = $3, locked = $4, updated_at = now(), revision = revision + 1
  WHERE id = $1 RETURNING revision`;

export const changedResourceValues = (
  resourceId: string,
  changes: { readonly sku: string; readonly tags: readonly string[]; readonly locked: boolean },
): readonly unknown[] => [resourceId, changes.sku, [...changes.tags], changes.locked];

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
