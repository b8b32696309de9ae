import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { KnownServices } from '../services/known-services.ts';
import { isOneOf, prepareStatement } from '../services/resources/prepared-statement.ts';
import { groupText, type ResourceGroup } from '../services/resources/resource-group-store.ts';
import { serviceType } from '../services/service-settings.ts';
import { type ServiceRow, servicesText, toStoredService } from '../services/service-store.ts';
import { applicationType } from './application-settings.ts';
import {
  type ApplicationRow,
  applicationsText,
  type StoredApplication,
  toStoredApplication,
} from './application-store.ts';

type Known = KnownServices & { readonly applications: Map<string, StoredApplication> };

interface KnownRow {
  readonly kind: 'group' | 'service' | 'application';
  readonly row: Readonly<Record<string, unknown>>;
}

const selectAll = prepareStatement<KnownRow>(
  'applications.read-known',
  `SELECT 'group' AS kind, to_json(g) AS row FROM (${groupText('$1', '$2')}) AS g
   UNION ALL SELECT 'service', to_json(s) FROM (${servicesText('$3::uuid[]')}) AS s
   UNION ALL SELECT 'application', to_json(a) FROM (${applicationsText('$3::uuid[]')}) AS a`,
);

const idsOf = (resourceType: string): string => `ARRAY(
  SELECT id FROM resources
  WHERE project_id = $1 AND ${isOneOf('name', '$3::text[]')} AND resource_type = '${resourceType}')`;

const selectNamed = prepareStatement<KnownRow>(
  'applications.read-named',
  `SELECT 'group' AS kind, to_json(g) AS row FROM (${groupText('$1', '$2')}) AS g
   UNION ALL SELECT 'service', to_json(s) FROM (${servicesText(idsOf(serviceType))}) AS s
   UNION ALL SELECT 'application', to_json(a) FROM (${applicationsText(idsOf(applicationType))}) AS a`,
);

/**
 * Reads all that a submission starts from in one statement: its group, and the services and applications that it names
 * and that are there.
 */
export const readKnown = async (
  transaction: Transaction,
  known: Known,
  groupName: string | undefined,
): Promise<ReadonlyMap<string, ResourceGroup | null>> => {
  const groups = new Map<string, ResourceGroup | null>(groupName === undefined ? [] : [[groupName, null]]);
  const ids = [...known.rows.values()].flatMap((row) => (row === null ? [] : [row.id]));
  if (groupName === undefined && ids.length === 0) return groups;
  noteAll(known, groups, await selectAll(transaction, [known.projectId, groupName ?? null, ids]));
  return groups;
};

/** The same by names, and without holding anything: whoever writes later looks whether it still is as it was. */
export const readNamed = async (
  handle: Handle,
  known: Known,
  groupName: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, ResourceGroup | null>> => {
  const groups = new Map<string, ResourceGroup | null>([[groupName, null]]);
  for (const name of names) known.rows.set(name, null);
  noteAll(known, groups, await selectNamed(handle, [known.projectId, groupName, [...names]]));
  for (const service of known.services.values()) known.rows.set(service.name, service);
  for (const application of known.applications.values()) noteRow(known, application);
  return groups;
};

const noteRow = ({ rows, projectId }: Known, { resourceGroupId, ...application }: StoredApplication): void => {
  if (resourceGroupId === null) return;
  const { id, tenantId, name, revision } = application;
  rows.set(name, { id, tenantId, projectId, resourceGroupId, name, resourceType: applicationType, revision });
};

const noteAll = (known: Known, groups: Map<string, ResourceGroup | null>, rows: readonly KnownRow[]): void => {
  for (const { kind, row } of rows) {
    const fields = inCamelCase(row);
    if (kind === 'group') groups.set(String(fields.name), toGroup(fields));
    else if (kind === 'service') {
      const service = toStoredService(fields as unknown as ServiceRow);
      known.services.set(service.id, service);
    } else {
      const application = toStoredApplication(fields as unknown as ApplicationRow);
      known.applications.set(application.id, application);
    }
  }
};

/** JSON has no dates. */
const toGroup = (fields: Readonly<Record<string, unknown>>): ResourceGroup => {
  const { createdAt, updatedAt, ...rest } = fields;
  const dates = { createdAt: new Date(String(createdAt)), updatedAt: new Date(String(updatedAt)) };
  return { ...rest, ...dates } as unknown as ResourceGroup;
};

const camelNames = new Map<string, string>();

/** Columns as rows of the database have them; what stands inside is data, and stays. */
const inCamelCase = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const fields: Record<string, unknown> = {};
  for (const column in row) {
    let name = camelNames.get(column);
    if (name === undefined) {
      name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      camelNames.set(column, name);
    }
    fields[name] = row[column];
  }
  return fields;
};
