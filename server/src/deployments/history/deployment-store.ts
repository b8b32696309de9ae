import { type RawBuilder, sql } from 'kysely';
import { type ChangeJournal, messagesOf, prepareStatement } from '../../identity/services/index.ts';
import { type AuditEntry, auditRowsAsJson, toAuditRows } from '../../platform/audit/index.ts';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { Baseline } from './baseline-store.ts';
import type { Deployment, DeploymentDetails, DeploymentState } from './deployment.ts';

const columns = sql`id, project_id, tenant_id, resource_group_id, resource_group_name, state, template_hash,
  automation_token_id, automation_token_name, external_subject, support_code, started_at, finished_at, duration_ms,
  resource_count, created_count, changed_count`;

const keepFailed = prepareStatement(
  'deployments.keep',
  `SELECT keep_deployment($1::jsonb, $2, '[]', $3::jsonb, $4::jsonb, '[]', '{}')`,
);

/** Of a submission that failed there is nothing but its history. */
export async function keepFailedDeployment(handle: Handle, deployment: DeploymentDetails): Promise<void> {
  const { resources: _resources, problems, warnings, templateHash, ...fields } = deployment;
  await keepFailed(handle, [JSON.stringify(fields), templateHash, JSON.stringify(problems), JSON.stringify(warnings)]);
}

/** What else is kept of a submission that succeeded. */
export interface KeptState {
  readonly baselines: readonly Baseline[];
  /** Ids of all resources that the template names. */
  readonly named: readonly string[];
  readonly journal: ChangeJournal;
  /** The entry that ends the submission, behind those of the journal. */
  readonly audit: AuditEntry;
}

const finish = prepareStatement(
  'deployments.finish',
  'SELECT finish_deployment($1::jsonb, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6::uuid[], $7::jsonb, $8::text[])',
);

/** Everything in one way to the database, however many resources there are. */
export async function finishDeployment(
  transaction: Transaction,
  deployment: DeploymentDetails,
  kept: KeptState,
): Promise<void> {
  await finish(transaction, finishValues(deployment, kept));
}

/** What `finish_deployment` takes. */
export function finishValues(
  deployment: DeploymentDetails,
  { baselines, named, journal, audit }: KeptState,
): readonly unknown[] {
  const { resources, problems: _problems, warnings, templateHash, ...fields } = deployment;
  return [
    JSON.stringify(fields),
    templateHash,
    JSON.stringify(resources),
    JSON.stringify(warnings),
    JSON.stringify(baselines),
    [...named],
    auditRowsAsJson(toAuditRows([...journal.audit, audit])),
    [...messagesOf(journal)],
  ];
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
