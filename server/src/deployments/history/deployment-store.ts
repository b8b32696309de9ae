import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import type { Deployment, DeploymentDetails, DeploymentState } from './deployment.ts';

const columns = sql`id, project_id, tenant_id, resource_group_id, resource_group_name, state, template_hash,
  automation_token_id, automation_token_name, external_subject, support_code, started_at, finished_at, duration_ms,
  resource_count, created_count, changed_count`;

export async function insertDeployment(handle: Handle, deployment: DeploymentDetails): Promise<void> {
  const { resources, problems, warnings, templateHash, ...fields } = deployment;
  await sql`
    INSERT INTO deployments (${columns}, resources, problems, warnings)
    VALUES (${fields.id}, ${fields.projectId}, ${fields.tenantId}, ${fields.resourceGroupId},
      ${fields.resourceGroupName}, ${fields.state}, ${templateHash}, ${fields.automationTokenId},
      ${fields.automationTokenName}, ${fields.externalSubject}, ${fields.supportCode}, ${fields.startedAt},
      ${fields.finishedAt}, ${fields.durationMs}, ${fields.resourceCount}, ${fields.createdCount},
      ${fields.changedCount}, ${JSON.stringify(resources)}, ${JSON.stringify(problems)}, ${JSON.stringify(warnings)})
  `.execute(handle);
}

export interface DeploymentFilter {
  readonly projectId: string;
  readonly resourceGroup?: string | undefined;
  readonly state?: DeploymentState | undefined;
}

const isWanted = ({ projectId, resourceGroup, state }: DeploymentFilter): RawBuilder<boolean> => sql`
  project_id = ${projectId}
  AND ${resourceGroup === undefined ? sql`true` : sql`resource_group_name = ${resourceGroup}`}
  AND ${state === undefined ? sql`true` : sql`state = ${state}`}`;

/** Newest first. */
export async function selectDeployments(
  handle: Handle,
  filter: DeploymentFilter & { readonly skip: number; readonly limit: number },
): Promise<readonly Deployment[]> {
  const { rows } = await sql<Deployment>`
    SELECT ${columns} FROM deployments WHERE ${isWanted(filter)}
    ORDER BY started_at DESC, id DESC LIMIT ${filter.limit} OFFSET ${filter.skip}`.execute(handle);
  return rows;
}

export async function countDeployments(handle: Handle, filter: DeploymentFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM deployments WHERE ${isWanted(filter)}`.execute(handle);
  return rows[0]?.count ?? 0;
}

export async function selectDeployment(
  handle: Handle,
  projectId: string,
  deploymentId: string,
): Promise<DeploymentDetails | undefined> {
  const { rows } = await sql<DeploymentDetails>`
    SELECT ${columns}, resources, problems, warnings FROM deployments
    WHERE id = ${deploymentId} AND project_id = ${projectId}`.execute(handle);
  return rows[0];
}

/** Deletes what is too old, and of each project what goes beyond the newest; at most `limit` at once. */
export async function deleteOldDeployments(
  handle: Handle,
  rule: { readonly keep: number; readonly days: number; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    WITH ranked AS (
      SELECT id, started_at, row_number() OVER (PARTITION BY project_id ORDER BY started_at DESC, id DESC) AS place
      FROM deployments
    )
    DELETE FROM deployments WHERE id IN (
      SELECT id FROM ranked WHERE place > ${rule.keep} OR started_at < now() - make_interval(days => ${rule.days})
      LIMIT ${rule.limit}
    ) RETURNING id`.execute(handle);
  return rows.length;
}
