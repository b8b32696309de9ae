import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import type { ReferredService } from '../wire/to-service-reference.ts';
import type { ReferredUser } from '../wire/to-user-reference.ts';

/** A subscription with both of its sides. */
export interface SubscriptionRow {
  readonly service: ReferredService & { readonly pricingTier: string | null };
  readonly user: ReferredUser;
  readonly level: { readonly id: string; readonly name: string } | null;
  readonly state: string;
}

const columns = sql.raw(`s.state,
  jsonb_build_object('id', v.id, 'name', v.name, 'description', v.description, 'production', v.production,
    'pricingTier', v.pricing_tier) AS service,
  jsonb_build_object('id', u.id, 'tenantId', u.tenant_id, 'email', u.email, 'displayName', u.display_name,
    'activated', u.activated_at IS NOT NULL) AS "user",
  CASE WHEN l.id IS NULL THEN NULL ELSE jsonb_build_object('id', l.id, 'name', l.name) END AS level`);

const level = sql.raw('LEFT JOIN service_access_levels l ON l.id = s.access_level_id');

const run = async (handle: Handle, rest: RawBuilder<unknown>): Promise<SubscriptionRow[]> => {
  const { rows } = await sql<SubscriptionRow>`SELECT ${columns} ${rest}`.execute(handle);
  return rows;
};

/** What the user has of one service, whatever the state; children have what their root has (contract B10). */
export const selectSubscription = async (
  handle: Handle,
  key: { readonly userId: string; readonly serviceId: string; readonly tenantId: string },
): Promise<SubscriptionRow | undefined> => {
  const rows = await run(
    handle,
    sql`FROM services v JOIN subscriptions s ON s.service_id = v.root_service_id JOIN users u ON u.id = s.user_id ${level}
      WHERE v.id = ${key.serviceId} AND s.user_id = ${key.userId} AND s.tenant_id = ${key.tenantId}`,
  );
  return rows[0];
};

/** Everything that the user has ever subscribed to. */
export const selectSubscriptionsOfUser = async (handle: Handle, userId: string): Promise<SubscriptionRow[]> =>
  await run(
    handle,
    sql`FROM subscriptions s JOIN services v ON v.id = s.service_id JOIN users u ON u.id = s.user_id ${level}
      WHERE s.user_id = ${userId} ORDER BY v.name_key, v.id`,
  );

export interface SubscriberPage {
  /** Whose list it is, and the root whose subscriptions count. */
  readonly serviceId: string;
  readonly rootServiceId: string;
  readonly tenantId: string;
  /** The beginning of the name, as a pattern. */
  readonly pattern: string | undefined;
  readonly limit: number;
  readonly skip: number;
}

/** By name, then id. Without a pattern the list knows where a page begins, however far it is (goal S10). */
export const selectSubscribers = async (handle: Handle, page: SubscriberPage): Promise<SubscriptionRow[]> => {
  const { rootServiceId, tenantId, pattern, limit, skip } = page;
  const listed =
    pattern === undefined
      ? sql`SELECT id FROM list_subscribers(${rootServiceId}, ${tenantId}, ${skip}, ${limit})`
      : sql`SELECT m.user_id AS id FROM subscriptions m
          WHERE m.service_id = ${rootServiceId} AND m.tenant_id = ${tenantId} AND m.state = 'subscribing'
            AND m.name_key LIKE lower(${pattern}::text)
          ORDER BY m.name_key, m.user_id LIMIT ${limit} OFFSET ${skip}`;
  return await run(
    handle,
    sql`FROM (${listed}) AS listed
      JOIN subscriptions s ON s.service_id = ${rootServiceId} AND s.user_id = listed.id
      JOIN services v ON v.id = ${page.serviceId} JOIN users u ON u.id = s.user_id ${level}
      ORDER BY s.name_key, s.user_id`,
  );
};

/** Services that the user subscribes to, by name, then id. */
export const selectServicesOfUser = async (
  handle: Handle,
  input: { readonly userId: string; readonly limit: number; readonly skip: number },
): Promise<ReferredService[]> =>
  await handle
    .selectFrom('subscriptions')
    .innerJoin('services', 'services.id', 'subscriptions.serviceId')
    .select(['services.id', 'services.name', 'services.description', 'services.production'])
    .where('subscriptions.userId', '=', input.userId)
    .where('subscriptions.state', '=', 'subscribing')
    .orderBy('services.nameKey')
    .orderBy('services.id')
    .limit(input.limit)
    .offset(input.skip)
    .execute();
