import { type Selectable, sql } from 'kysely';
import type { NamePage } from '../../../accounts/index.ts';
import type { Handle, Tables, Transaction } from '../../../platform/database/index.ts';
import { afterPlace, startsWith } from './name-order.ts';
import { prepareStatement } from './prepared-statement.ts';

export type ResourceGroup = Readonly<Selectable<Tables['resourceGroups']>>;

/** A group by its name; takes the places of project and name. */
export const groupText = (projectId: string, name: string): string => `
  SELECT id, project_id, tenant_id, name, name_key, description, tags, is_production, locked, created_at, created_by,
    updated_at, revision, last_deployment_id
  FROM resource_groups WHERE project_id = ${projectId} AND name = ${name}`;

const selectByName = prepareStatement<ResourceGroup>('resource-groups.by-name', groupText('$1', '$2'));

export const selectGroupByName = async (
  handle: Handle,
  projectId: string,
  name: string,
): Promise<ResourceGroup | undefined> => (await selectByName(handle, [projectId, name]))[0];

export const selectGroup = async (
  handle: Handle,
  projectId: string,
  groupId: string,
): Promise<ResourceGroup | undefined> =>
  await handle
    .selectFrom('resourceGroups')
    .selectAll()
    .where('id', '=', groupId)
    .where('projectId', '=', projectId)
    .executeTakeFirst();

/** Edits of one group happen one after the other. */
export const lockGroup = async (
  transaction: Transaction,
  projectId: string,
  groupId: string,
): Promise<ResourceGroup | undefined> =>
  await transaction
    .selectFrom('resourceGroups')
    .selectAll()
    .where('id', '=', groupId)
    .where('projectId', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export interface GroupFields {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isProduction: boolean;
  readonly locked: boolean;
}

/** Undefined when another request made it first. */
export const insertGroup = async (
  transaction: Transaction,
  group: GroupFields & {
    readonly projectId: string;
    readonly tenantId: string;
    readonly createdBy: string | null;
  },
): Promise<ResourceGroup | undefined> =>
  await transaction
    .insertInto('resourceGroups')
    .values({ ...group, tags: [...group.tags] })
    .onConflict((conflict) => conflict.constraint('resource_groups_name_unique').doNothing())
    .returningAll()
    .executeTakeFirst();

export const updateGroup = async (
  transaction: Transaction,
  groupId: string,
  changes: Partial<GroupFields>,
): Promise<ResourceGroup> => {
  const { tags, ...fields } = changes;
  return await transaction
    .updateTable('resourceGroups')
    .set((eb) => ({ ...fields, updatedAt: sql<Date>`now()`, revision: eb('revision', '+', 1) }))
    .$if(tags !== undefined, (query) => query.set({ tags: [...(tags ?? [])] }))
    .where('id', '=', groupId)
    .returningAll()
    .executeTakeFirstOrThrow();
};

export const deleteGroupRow = async (transaction: Transaction, groupId: string): Promise<void> => {
  await transaction.deleteFrom('resourceGroups').where('id', '=', groupId).execute();
};

export interface GroupFilter {
  readonly projectId: string;
  /** The beginning of the name, in any case. */
  readonly search?: string | undefined;
}

export const selectGroups = async (handle: Handle, filter: GroupFilter & NamePage): Promise<ResourceGroup[]> =>
  await handle
    .selectFrom('resourceGroups')
    .selectAll()
    .where('projectId', '=', filter.projectId)
    .where(startsWith('resource_groups', filter.search))
    .where(afterPlace('resource_groups', filter.after))
    .orderBy('nameKey')
    .orderBy('id')
    .offset(filter.skip ?? 0)
    .limit(filter.limit)
    .execute();

export const countGroups = async (handle: Handle, filter: GroupFilter): Promise<number> => {
  const { count } = await handle
    .selectFrom('resourceGroups')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('projectId', '=', filter.projectId)
    .where(startsWith('resource_groups', filter.search))
    .executeTakeFirstOrThrow();
  return count;
};

/** True while something stands in the group. */
export const hasResources = async (handle: Handle, groupId: string): Promise<boolean> => {
  const row = await handle
    .selectFrom('resources')
    .select('id')
    .where('resourceGroupId', '=', groupId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
