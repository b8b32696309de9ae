import { plainApplicationsText, turnOf } from '../../identity/applications/index.ts';
import {
  type PlainRow,
  plainResourcesText,
  plainServicesText,
  prepareStatement,
  type ResourceGroup,
  type ResourceRow,
} from '../../identity/services/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { DeploymentDetails } from './deployment.ts';
import { finishValues, type KeptState } from './deployment-store.ts';

export interface PlainDeployment extends Omit<KeptState, 'named'> {
  readonly record: DeploymentDetails;
  /** What it was worked out from. */
  readonly read: { readonly group: ResourceGroup; readonly rows: readonly ResourceRow[] };
  readonly rows: readonly PlainRow[];
}

/**
 * First the turn of the project, then its resources, then the group: as every deployment takes its locks. Everything else
 * hangs on `held`, which has a row where all of them have the revision that was read. The resources are read by the
 * function after it got the lock; the group is read again because it is locked here, should it have changed meanwhile.
 */
const writeAll = prepareStatement(
  'deployments.write-plain',
  `WITH turn AS MATERIALIZED (
     SELECT count(*) = cardinality($5::uuid[]) AS is_as_read
     FROM hold_project_resources($1, $2, $3, $4)
     JOIN unnest($5::uuid[], $6::integer[]) AS seen (id, revision) USING (id, revision)
   ), held AS MATERIALIZED (
     SELECT id FROM resource_groups
     WHERE id = $7 AND revision = $8 AND (SELECT is_as_read FROM turn) FOR NO KEY UPDATE
   ), resource AS (${plainResourcesText('$9', '$10', 'EXISTS (SELECT FROM held)')}
   ), service AS (${plainServicesText('$11', 'EXISTS (SELECT FROM held)')}
   ), application AS (${plainApplicationsText('$12', 'EXISTS (SELECT FROM held)')}
   )
   SELECT finish_deployment($13::jsonb, $14, $15::jsonb, $16::jsonb, $17::jsonb, $18::uuid[], $19::jsonb, $20::text[])::text
   FROM held`,
);

/** A constraint, a deadlock: what is in the way is found, and told, by a deployment that goes step by step. */
const isInTheWay = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(23|40)/.test(String(error.code));

/** All of it, or nothing where something has moved since it was read, or is in the way: then false. */
export async function writePlainDeployment(
  database: Database,
  { record, read, rows, ...kept }: PlainDeployment,
): Promise<boolean> {
  const changed = new Set(rows.map(({ resource }) => resource.id));
  // Those that change get their deployment with the change.
  const named = read.rows.flatMap(({ id }) => (changed.has(id) ? [] : [id]));
  const rowsOf = (table: PlainRow['table']) =>
    JSON.stringify(rows.flatMap((row) => (row.table === table ? [row.columns] : [])));
  const values = [
    ...turnOf(record.projectId),
    record.projectId,
    read.rows.map(({ name }) => name),
    read.rows.map(({ id }) => id),
    read.rows.map(({ revision }) => revision),
    read.group.id,
    read.group.revision,
    JSON.stringify(rows.map(({ resource }) => resource)),
    record.id,
    rowsOf('services'),
    rowsOf('applications'),
    ...finishValues(record, { ...kept, named }),
  ];
  try {
    return (await writeAll(database, values)).length > 0;
  } catch (error) {
    if (isInTheWay(error)) return false;
    throw error;
  }
}
