import type { Selectable } from 'kysely';
import type { Handle, Tables, Transaction } from '../../platform/database/index.ts';
import { plainRowsText } from './resources/plain-change.ts';
import { isOneOf, prepareStatement } from './resources/prepared-statement.ts';
import {
  changedResourceText,
  changedResourceValues,
  type NewResource,
  newResourceText,
  newResourceValues,
  type ResourceRow,
} from './resources/resource-store.ts';
import type { ServicePasswordPolicy, ServiceSettings } from './service-settings.ts';

export interface AccessLevel {
  readonly id: string;
  readonly name: string;
}

/** A service as the database holds it. */
export interface StoredService extends ResourceRow {
  readonly settings: ServiceSettings;
  readonly levels: readonly AccessLevel[];
  readonly rootServiceId: string;
  /** The parent comes from the parent's list of children, not from this service. */
  readonly parentListed: boolean;
  /** Children that name this service as their parent themselves. */
  readonly ownChildIds: readonly string[];
}

/** The columns of `services` that hold settings, and where they come from; the place in the tree is kept apart. */
const settingColumns: readonly (readonly [column: string, value: (settings: ServiceSettings) => unknown])[] = [
  ['short_name', ({ shortName }) => shortName],
  ['description', ({ description }) => description],
  ['short_description', ({ shortDescription }) => shortDescription],
  ['category', ({ category }) => category],
  ['service_url', ({ serviceUrl }) => serviceUrl],
  ['open_in_new_tab', ({ openInNewTab }) => openInNewTab],
  ['visible', ({ visible }) => visible],
  ['business_owner_id', ({ businessOwnerId }) => businessOwnerId],
  ['service_owner', ({ serviceOwner }) => serviceOwner],
  ['technical_contact_email', ({ technicalContactEmail }) => technicalContactEmail],
  ['provider_company_name', ({ providerCompanyName }) => providerCompanyName],
  ['production', ({ productionService }) => productionService],
  ['public', (settings) => settings.public],
  ['self_subscribe', ({ selfSubscribe }) => selfSubscribe],
  ['approval_needed', ({ approvalNeeded }) => approvalNeeded],
  ['subscription_notification', ({ subscriptionNotification }) => subscriptionNotification],
  ['subscriber_limit', ({ subscriberLimit }) => subscriberLimit],
  ['pricing_tier', ({ pricingTier }) => pricingTier],
  ['api_audience', ({ apiAudience }) => apiAudience],
  ['terms_url', ({ termsUrl }) => termsUrl],
  ['health_url', ({ healthUrl }) => healthUrl],
  ['use_access_levels', ({ useAccessLevels }) => useAccessLevels],
  ['password_policy_enforced', ({ passwordPolicy }) => passwordPolicy?.enforced ?? null],
  ['password_policy_scope', ({ passwordPolicy }) => passwordPolicy?.scope ?? null],
  ['password_policy_unit', ({ passwordPolicy }) => passwordPolicy?.unit ?? null],
  ['password_policy_interval', ({ passwordPolicy }) => passwordPolicy?.interval ?? null],
];

const columnNames = settingColumns.map(([column]) => column);
const valuesOf = (settings: ServiceSettings): readonly unknown[] => settingColumns.map(([, value]) => value(settings));

/** Settings by the names of their columns. */
export const columnsOf = (settings: ServiceSettings): Readonly<Record<string, unknown>> =>
  Object.fromEntries(settingColumns.map(([column, value]) => [column, value(settings)]));

/** Rows of services whose settings change, and nothing else. */
export const plainServicesText = plainRowsText('services', columnNames);

/** What `servicesText` gives. */
export type ServiceRow = Omit<Selectable<Tables['services']>, 'nameKey' | 'createdAt' | 'updatedAt'> &
  Pick<Selectable<Tables['resources']>, 'projectId' | 'resourceGroupId' | 'sku' | 'tags' | 'locked' | 'revision'> & {
    readonly levels: readonly AccessLevel[];
    readonly children: readonly { readonly id: string; readonly listed: boolean }[];
    readonly resourceType: string;
  };

/** Services by their ids; takes the place of the list. */
export const servicesText = (ids: string): string => `
   SELECT s.id, s.tenant_id, s.name, s.parent_service_id, s.root_service_id, s.parent_listed,
     ${columnNames.map((column) => `s.${column}`).join(', ')},
     r.project_id, r.resource_group_id, r.resource_type, r.sku, r.tags, r.locked, r.revision,
     coalesce((
       SELECT jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) ORDER BY l.position)
       FROM service_access_levels l WHERE l.service_id = s.id
     ), '[]') AS levels,
     coalesce((
       SELECT jsonb_agg(jsonb_build_object('id', c.id, 'listed', c.parent_listed) ORDER BY c.name_key, c.id)
       FROM services c WHERE c.parent_service_id = s.id
     ), '[]') AS children
   FROM services s JOIN resources r ON r.id = s.id
   WHERE ${isOneOf('s.id', ids)}`;

const selectByIds = prepareStatement<ServiceRow>('services.by-ids', servicesText('$1::uuid[]'));

export const selectServices = async (handle: Handle, serviceIds: readonly string[]): Promise<StoredService[]> =>
  (await selectByIds(handle, [[...serviceIds]])).map(toStoredService);

export const toStoredService = (row: ServiceRow): StoredService => ({
  id: row.id,
  tenantId: row.tenantId,
  projectId: row.projectId,
  resourceGroupId: row.resourceGroupId,
  name: row.name,
  resourceType: row.resourceType,
  revision: row.revision,
  settings: toSettings(row),
  levels: row.levels,
  rootServiceId: row.rootServiceId,
  parentListed: row.parentListed,
  ownChildIds: row.children.filter(({ listed }) => !listed).map(({ id }) => id),
});

const toSettings = (row: ServiceRow): ServiceSettings => ({
  sku: row.sku as ServiceSettings['sku'],
  locked: row.locked,
  tags: row.tags,
  businessOwnerId: row.businessOwnerId,
  description: row.description,
  category: row.category,
  shortName: row.shortName,
  openInNewTab: row.openInNewTab,
  visible: row.visible,
  serviceUrl: row.serviceUrl,
  shortDescription: row.shortDescription,
  technicalContactEmail: row.technicalContactEmail,
  providerCompanyName: row.providerCompanyName,
  productionService: row.production,
  parentServiceId: row.parentServiceId,
  childServiceIds: row.children.map(({ id }) => id),
  passwordPolicy: toPasswordPolicy(row),
  useAccessLevels: row.useAccessLevels,
  accessLevels: row.levels.map(({ name }) => name),
  serviceOwner: row.serviceOwner,
  public: row.public,
  selfSubscribe: row.selfSubscribe,
  approvalNeeded: row.approvalNeeded,
  subscriptionNotification: row.subscriptionNotification as ServiceSettings['subscriptionNotification'],
  subscriberLimit: row.subscriberLimit,
  pricingTier: row.pricingTier,
  apiAudience: row.apiAudience,
  termsUrl: row.termsUrl,
  healthUrl: row.healthUrl,
});

const toPasswordPolicy = (row: ServiceRow): ServicePasswordPolicy | null =>
  row.passwordPolicyEnforced === null || row.passwordPolicyInterval === null
    ? null
    : {
        enforced: row.passwordPolicyEnforced,
        scope: row.passwordPolicyScope as ServicePasswordPolicy['scope'],
        unit: row.passwordPolicyUnit as ServicePasswordPolicy['unit'],
        interval: row.passwordPolicyInterval,
      };

const parameters = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `$${first + index}`);

const levelsText = (serviceId: string, ids: string, names: string): string => `
  SELECT ${serviceId}::uuid, l.id, l.name, l.place - 1
  FROM unnest(${ids}::uuid[], ${names}::text[]) WITH ORDINALITY AS l (id, name, place)`;

const levelValues = (levels: readonly AccessLevel[]): readonly unknown[] => [
  levels.map(({ id }) => id),
  levels.map(({ name }) => name),
];

const insertAll = prepareStatement(
  'services.insert',
  `WITH made AS (${newResourceText(parameters(1, 9))}), leveled AS (
     INSERT INTO service_access_levels (service_id, id, name, position) ${levelsText('$1', '$10', '$11')}
   )
   INSERT INTO services (id, tenant_id, name, parent_service_id, root_service_id, ${columnNames.join(', ')})
   VALUES ($1, $2, $5, $12, $13, ${parameters(14, columnNames.length).join(', ')})`,
);

/** Resource, service and levels in one statement: a template may make thousands. */
export const insertService = async (
  transaction: Transaction,
  resource: NewResource,
  settings: ServiceSettings,
  rootServiceId: string,
  levels: readonly AccessLevel[],
): Promise<void> => {
  const tree = [settings.parentServiceId, rootServiceId];
  await insertAll(transaction, [
    ...newResourceValues(resource),
    ...levelValues(levels),
    ...tree,
    ...valuesOf(settings),
  ]);
};

const updateAll = prepareStatement<{ revision: number }>(
  'services.update',
  `WITH touched AS (${changedResourceText}), changed AS (
     UPDATE services SET updated_at = now(), ${columnNames.map((column, index) => `${column} = $${5 + index}`).join(', ')}
     WHERE id = $1
   )
   SELECT revision FROM touched`,
);

/** Resource and service; gives the new revision. */
export const updateService = async (
  transaction: Transaction,
  serviceId: string,
  settings: ServiceSettings,
): Promise<number> => {
  const [row] = await updateAll(transaction, [...changedResourceValues(serviceId, settings), ...valuesOf(settings)]);
  if (row === undefined) throw new Error('A service vanished in the transaction that holds it.');
  return row.revision;
};

const deleteOtherLevels = prepareStatement(
  'services.delete-levels',
  'DELETE FROM service_access_levels WHERE service_id = $1 AND NOT id = ANY($2::uuid[])',
);

const upsertLevels = prepareStatement(
  'services.upsert-levels',
  `INSERT INTO service_access_levels (service_id, id, name, position) ${levelsText('$1', '$2', '$3')}
   ON CONFLICT ON CONSTRAINT service_access_levels_pkey
   DO UPDATE SET position = excluded.position, name = excluded.name`,
);

/** Exactly these levels in this order; a level that stays keeps its id, by which subscriptions know it. */
export const replaceLevels = async (
  transaction: Transaction,
  serviceId: string,
  levels: readonly AccessLevel[],
): Promise<void> => {
  const [ids, names] = levelValues(levels);
  await deleteOtherLevels(transaction, [serviceId, ids]);
  await upsertLevels(transaction, [serviceId, ids, names]);
};

/** Applications that work for the service. */
export const selectLinkedApplicationIds = async (handle: Handle, serviceId: string): Promise<string[]> => {
  const rows = await handle
    .selectFrom('applicationServices')
    .select('applicationId')
    .where('serviceId', '=', serviceId)
    .execute();
  return rows.map(({ applicationId }) => applicationId);
};
