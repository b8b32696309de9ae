import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import type { Baseline } from './baseline-store.ts';
import type { Deployment, DeploymentDetails, DeploymentState } from './deployment.ts';

const columns = sql`id, project_id, tenant_id, resource_group_id, resource_group_name, state, template_hash,
  automation_token_id, automation_token_name, external_subject, support_code, started_at, finished_at, duration_ms,
  resource_count, created_count, changed_count`;

/** What else is kept of a submission that succeeded. */
export interface KeptState {
  readonly baselines: readonly Baseline[];
  /** Ids of all resources that the template names. */
  readonly named: readonly string[];
}

const nothingElse: KeptState = { baselines: [], named: [] };

/** Everything in one way to the database, however many resources there are. */
export async function keepDeployment(
  handle: Handle,
  deployment: DeploymentDetails,
  { baselines, named }: KeptState = nothingElse,
): Promise<void> {
  const { resources, problems, warnings, templateHash, ...fields } = deployment;
  await sql`SELECT keep_deployment(${JSON.stringify(fields)}::jsonb, ${templateHash}, ${JSON.stringify(resources)}::jsonb,
    ${JSON.stringify(problems)}::jsonb, ${JSON.stringify(warnings)}::jsonb, ${JSON.stringify(baselines)}::jsonb,
    ${[...named]}::uuid[])`.execute(handle);
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
