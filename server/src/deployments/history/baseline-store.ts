import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { JsonObject } from '../query/index.ts';

/** What a resource looked like when a deployment last named it. */
export interface Baseline {
  readonly resourceId: string;
  readonly revision: number;
  readonly state: JsonObject;
}

/** The revisions that the baselines of these resources show, by id. */
export async function selectBaselineRevisions(
  handle: Handle,
  resourceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (resourceIds.length === 0) return new Map();
  const { rows } = await sql<{ resourceId: string; revision: number }>`
    SELECT resource_id, revision FROM deployed_resources
    WHERE resource_id = ANY(${[...resourceIds]}::uuid[])`.execute(handle);
  return new Map(rows.map(({ resourceId, revision }) => [resourceId, revision]));
}

export interface DeployedResource extends Baseline {
  readonly name: string;
  readonly resourceType: string;
  readonly resourceGroupId: string;
  readonly resourceGroupName: string;
  readonly deploymentId: string;
  readonly deployedAt: Date;
  readonly currentRevision: number;
}

/** Resources of a project that a deployment made or named, and whose revision has moved since. */
export async function selectMovedBaselines(
  handle: Handle,
  input: { readonly projectId: string; readonly resourceGroup?: string | undefined },
): Promise<readonly DeployedResource[]> {
  const { projectId, resourceGroup } = input;
  const { rows } = await sql<DeployedResource>`
    SELECT b.resource_id, b.revision, b.state, b.deployment_id, b.deployed_at, r.name, r.resource_type,
      r.revision AS current_revision, r.resource_group_id, g.name AS resource_group_name
    FROM deployed_resources b
    JOIN resources r ON r.id = b.resource_id
    JOIN resource_groups g ON g.id = r.resource_group_id
    WHERE b.project_id = ${projectId} AND b.revision <> r.revision
      AND ${resourceGroup === undefined ? sql`true` : sql`g.name = ${resourceGroup}`}
    ORDER BY g.name_key, r.name_key, r.id`.execute(handle);
  return rows;
}

/** The settings of a resource group that a deployment writes. */
export interface GroupState extends JsonObject {
  readonly description: string;
  readonly tags: readonly string[];
  readonly isProduction: boolean;
  readonly locked: boolean;
}

export interface DeployedGroup {
  readonly id: string;
  readonly name: string;
  readonly deploymentId: string;
  readonly deployedAt: Date;
  readonly deployed: GroupState;
  readonly current: GroupState;
}

/** Resource groups of a project whose settings are not those that the last deployment left. */
export async function selectMovedGroups(
  handle: Handle,
  input: { readonly projectId: string; readonly resourceGroup?: string | undefined },
): Promise<readonly DeployedGroup[]> {
  const { projectId, resourceGroup } = input;
  const { rows } = await sql<DeployedGroup>`
    SELECT g.id, g.name, g.deployed_in AS deployment_id, g.deployed_at, g.deployed_state AS deployed, now.state AS current
    FROM resource_groups g
    CROSS JOIN LATERAL (
      SELECT jsonb_build_object('description', g.description, 'tags', g.tags, 'isProduction', g.is_production,
        'locked', g.locked) AS state
    ) AS now
    WHERE g.project_id = ${projectId} AND g.deployed_state <> now.state
      AND ${resourceGroup === undefined ? sql`true` : sql`g.name = ${resourceGroup}`}
    ORDER BY g.name_key, g.id`.execute(handle);
  return rows;
}

export async function countBaselines(handle: Handle, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM deployed_resources WHERE project_id = ${projectId}`.execute(handle);
  return rows[0]?.count ?? 0;
}

/** Sets single members of `sections.advanced`: what a deployment changed in a resource that it did not name. */
export async function patchBaseline(
  transaction: Transaction,
  input: { readonly resourceId: string; readonly advanced: JsonObject },
): Promise<void> {
  await sql`
    UPDATE deployed_resources
    SET state = jsonb_set(state, '{sections,advanced}', (state #> '{sections,advanced}') || ${JSON.stringify(input.advanced)}::jsonb)
    WHERE resource_id = ${input.resourceId} AND jsonb_typeof(state #> '{sections,advanced}') = 'object'`.execute(
    transaction,
  );
}

/** Of these ids those that have a baseline, with what their resource is. */
export async function selectBaselined(
  handle: Handle,
  resourceIds: readonly string[],
): Promise<readonly { readonly resourceId: string; readonly projectId: string; readonly resourceType: string }[]> {
  if (resourceIds.length === 0) return [];
  const { rows } = await sql<{ resourceId: string; projectId: string; resourceType: string }>`
    SELECT b.resource_id, b.project_id, r.resource_type
    FROM deployed_resources b JOIN resources r ON r.id = b.resource_id
    WHERE b.resource_id = ANY(${[...resourceIds]}::uuid[])`.execute(handle);
  return rows;
}
