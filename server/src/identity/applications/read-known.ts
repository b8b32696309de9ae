import type { Transaction } from '../../platform/database/index.ts';
import type { KnownServices } from '../services/known-services.ts';
import { prepareStatement } from '../services/resources/prepared-statement.ts';
import { groupText, type ResourceGroup } from '../services/resources/resource-group-store.ts';
import { type ServiceRow, servicesText, toStoredService } from '../services/service-store.ts';
import {
  type ApplicationRow,
  applicationsText,
  type StoredApplication,
  toStoredApplication,
} from './application-store.ts';

interface KnownRow {
  readonly kind: 'group' | 'service' | 'application';
  readonly row: Readonly<Record<string, unknown>>;
}

const selectAll = prepareStatement<KnownRow>(
  'applications.read-known',
  `SELECT 'group' AS kind, to_jsonb(g) AS row FROM (${groupText('$1', '$2')}) AS g
   UNION ALL SELECT 'service', to_jsonb(s) FROM (${servicesText('$3::uuid[]')}) AS s
   UNION ALL SELECT 'application', to_jsonb(a) FROM (${applicationsText('$3::uuid[]')}) AS a`,
);

/**
 * Reads all that a submission starts from in one statement: its group, and the services and applications that it names
 * and that are there.
 */
export const readKnown = async (
  transaction: Transaction,
  known: KnownServices & { readonly applications: Map<string, StoredApplication> },
  groupName: string | undefined,
): Promise<ReadonlyMap<string, ResourceGroup | null>> => {
  const groups = new Map<string, ResourceGroup | null>(groupName === undefined ? [] : [[groupName, null]]);
  const ids = [...known.rows.values()].flatMap((row) => (row === null ? [] : [row.id]));
  if (groupName === undefined && ids.length === 0) return groups;
  for (const { kind, row } of await selectAll(transaction, [known.projectId, groupName ?? null, ids])) {
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
  return groups;
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
