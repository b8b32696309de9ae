import { type Selectable, sql } from 'kysely';
import type { Handle, Tables, Transaction } from '../../platform/database/index.ts';
import type { NewResource, ResourceRow } from './resources/resource-store.ts';
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

type Row = Selectable<Tables['services']> &
  Pick<Selectable<Tables['resources']>, 'projectId' | 'resourceGroupId' | 'sku' | 'tags' | 'locked' | 'revision'> & {
    readonly levels: readonly AccessLevel[];
    readonly children: readonly { readonly id: string; readonly listed: boolean }[];
    readonly resourceType: string;
  };

export const selectServices = async (handle: Handle, serviceIds: readonly string[]): Promise<StoredService[]> => {
  const { rows } = await sql<Row>`
    SELECT services.*, r.project_id, r.resource_group_id, r.resource_type, r.sku, r.tags, r.locked, r.revision,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) ORDER BY l.position)
        FROM service_access_levels l WHERE l.service_id = services.id
      ), '[]') AS levels,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', c.id, 'listed', c.parent_listed) ORDER BY c.name_key, c.id)
        FROM services c WHERE c.parent_service_id = services.id
      ), '[]') AS children
    FROM services JOIN resources r ON r.id = services.id
    WHERE services.id = ANY(${[...serviceIds]}::uuid[])`.execute(handle);
  return rows.map(toStored);
};

const toStored = (row: Row): StoredService => ({
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

const toSettings = (row: Row): ServiceSettings => ({
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

const toPasswordPolicy = (row: Row): ServicePasswordPolicy | null =>
  row.passwordPolicyEnforced === null || row.passwordPolicyInterval === null
    ? null
    : {
        enforced: row.passwordPolicyEnforced,
        scope: row.passwordPolicyScope as ServicePasswordPolicy['scope'],
        unit: row.passwordPolicyUnit as ServicePasswordPolicy['unit'],
        interval: row.passwordPolicyInterval,
      };

/** The columns of `services`; its place in the tree is kept apart. */
const toColumns = (settings: ServiceSettings) => ({
  shortName: settings.shortName,
  description: settings.description,
  shortDescription: settings.shortDescription,
  category: settings.category,
  serviceUrl: settings.serviceUrl,
  openInNewTab: settings.openInNewTab,
  visible: settings.visible,
  businessOwnerId: settings.businessOwnerId,
  serviceOwner: settings.serviceOwner,
  technicalContactEmail: settings.technicalContactEmail,
  providerCompanyName: settings.providerCompanyName,
  production: settings.productionService,
  public: settings.public,
  selfSubscribe: settings.selfSubscribe,
  approvalNeeded: settings.approvalNeeded,
  subscriptionNotification: settings.subscriptionNotification,
  subscriberLimit: settings.subscriberLimit,
  pricingTier: settings.pricingTier,
  apiAudience: settings.apiAudience,
  termsUrl: settings.termsUrl,
  healthUrl: settings.healthUrl,
  useAccessLevels: settings.useAccessLevels,
  passwordPolicyEnforced: settings.passwordPolicy?.enforced ?? null,
  passwordPolicyScope: settings.passwordPolicy?.scope ?? null,
  passwordPolicyUnit: settings.passwordPolicy?.unit ?? null,
  passwordPolicyInterval: settings.passwordPolicy?.interval ?? null,
});

/** Resource, service and levels in one statement: a template may make thousands. */
export const insertService = async (
  transaction: Transaction,
  resource: NewResource,
  settings: ServiceSettings,
  rootServiceId: string,
  levels: readonly AccessLevel[],
): Promise<void> => {
  await transaction
    .with('made', (query) => query.insertInto('resources').values({ ...resource, tags: [...resource.tags] }))
    .with('leveled', (query) =>
      query
        .insertInto('serviceAccessLevels')
        .columns(['serviceId', 'id', 'name', 'position'])
        .expression(levelRows(resource.id, levels)),
    )
    .insertInto('services')
    .values({
      ...toColumns(settings),
      id: resource.id,
      tenantId: resource.tenantId,
      name: resource.name,
      parentServiceId: settings.parentServiceId,
      rootServiceId,
    })
    .execute();
};

const levelRows = (serviceId: string, levels: readonly AccessLevel[]) =>
  sql<never>`(SELECT ${serviceId}::uuid, l.id, l.name, l.place - 1
    FROM unnest(${levels.map(({ id }) => id)}::uuid[], ${levels.map(({ name }) => name)}::text[])
      WITH ORDINALITY AS l (id, name, place))`;

export const updateService = async (
  transaction: Transaction,
  serviceId: string,
  settings: ServiceSettings,
): Promise<void> => {
  await transaction
    .updateTable('services')
    .set({ ...toColumns(settings), updatedAt: sql<Date>`now()` })
    .where('id', '=', serviceId)
    .execute();
};

/** Exactly these levels in this order; a level that stays keeps its id, by which subscriptions know it. */
export const replaceLevels = async (
  transaction: Transaction,
  serviceId: string,
  levels: readonly AccessLevel[],
): Promise<void> => {
  await transaction
    .deleteFrom('serviceAccessLevels')
    .where('serviceId', '=', serviceId)
    .where(sql<boolean>`NOT id = ANY(${levels.map(({ id }) => id)}::uuid[])`)
    .execute();
  await transaction
    .insertInto('serviceAccessLevels')
    .columns(['serviceId', 'id', 'name', 'position'])
    .expression(levelRows(serviceId, levels))
    .onConflict((conflict) =>
      conflict
        .constraint('service_access_levels_pkey')
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position'), name: eb.ref('excluded.name') })),
    )
    .execute();
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
