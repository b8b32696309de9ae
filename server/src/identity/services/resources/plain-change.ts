import type { AuditEntry } from '../../../platform/audit/index.ts';
import type { ProvisionedResource } from './provisioned-resource.ts';
import type { UpsertedResource } from './resource-input.ts';

/**
 * What becomes of a resource that is there, where everything that changes stands in its own row and in that of its type.
 * Such changes are written together, whatever their number: a submission that makes no others needs no transaction that
 * waits for it between its steps.
 */
export interface PlainChange extends UpsertedResource<ProvisionedResource> {
  /** Undefined where nothing changes. */
  readonly row: PlainRow | undefined;
  readonly audit: readonly AuditEntry[];
}

export interface PlainRow {
  readonly table: 'services' | 'applications';
  readonly resource: {
    readonly id: string;
    readonly sku: string;
    readonly tags: readonly string[];
    readonly locked: boolean;
  };
  /** The settings by the names of their columns. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/** The rows of `resources` that change; takes the places of the rows as JSON, of the deployment, and of a condition. */
export const plainResourcesText = (rows: string, deploymentId: string, condition: string): string => `
  UPDATE resources AS r SET sku = n.sku, tags = n.tags, locked = n.locked, updated_at = now(), revision = r.revision + 1,
    last_deployment_id = ${deploymentId}
  FROM jsonb_to_recordset(${rows}::jsonb) AS n (id uuid, sku text, tags text[], locked boolean)
  WHERE r.id = n.id AND ${condition}`;

/** The same for the rows of one type. */
export const plainRowsText =
  (table: PlainRow['table'], columns: readonly string[], counted = '') =>
  (rows: string, condition: string): string =>
    `
  UPDATE ${table} AS t SET updated_at = now(), ${counted}${columns.map((name) => `${name} = n.${name}`).join(', ')}
  FROM jsonb_populate_recordset(NULL::${table}, ${rows}::jsonb) AS n
  WHERE t.id = n.id AND ${condition}`;
