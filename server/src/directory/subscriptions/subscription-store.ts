import { sql } from 'kysely';
import { type AuditRowToWrite, auditRowsAsJson } from '../../platform/audit/index.ts';
import {
  createGatherer,
  type Database,
  executePrepared,
  type Handle,
  perDatabase,
} from '../../platform/database/index.ts';
import type { NewMail } from '../../platform/mail/index.ts';
import type { SubscribedService, Subscriber, Subscription } from './subscription.ts';
import type { StateBeforeError, SubscriptionState } from './subscription-state.ts';

interface ServiceRow {
  readonly serviceId: string;
  readonly rootId: string;
  readonly serviceName: string;
  readonly serviceTenantId: string;
  readonly serviceUrl: string | null;
  readonly approvalNeeded: boolean;
  readonly selfSubscribe: boolean;
  readonly notification: string;
  readonly subscriberLimit: number | null;
  readonly levels: readonly { readonly id: string; readonly name: string }[] | null;
}

interface SubscriptionRow {
  readonly state: SubscriptionState | null;
  readonly stateBeforeError: StateBeforeError | null;
  readonly levelId: string | null;
  readonly levelName: string | null;
  readonly sku: string | null;
  readonly revision: number | null;
}

interface UserRow {
  readonly userId: string | null;
  readonly tenantId: string;
  readonly email: string;
  readonly displayName: string;
  readonly activated: boolean;
}

// Under the names that they have here: on the way of every request, columns are not renamed by a plugin.
const serviceColumns = sql.raw(`s.id AS "serviceId", r.id AS "rootId", r.name AS "serviceName",
  r.tenant_id AS "serviceTenantId", r.service_url AS "serviceUrl", r.approval_needed AS "approvalNeeded",
  r.self_subscribe AS "selfSubscribe", r.subscription_notification AS notification,
  r.subscriber_limit AS "subscriberLimit", CASE WHEN r.use_access_levels THEN coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) ORDER BY l.position)
    FROM service_access_levels l WHERE l.service_id = r.id
  ), '[]') END AS levels`);

const subscriptionColumns =
  sql.raw(`m.state, m.state_before_error AS "stateBeforeError", m.access_level_id AS "levelId",
  m.sku, m.revision, (SELECT l.name FROM service_access_levels l WHERE l.id = m.access_level_id) AS "levelName"`);

const toService = (row: ServiceRow): SubscribedService => ({
  id: row.serviceId,
  rootId: row.rootId,
  name: row.serviceName,
  tenantId: row.serviceTenantId,
  serviceUrl: row.serviceUrl,
  approvalNeeded: row.approvalNeeded,
  selfSubscribe: row.selfSubscribe,
  notification: row.notification,
  subscriberLimit: row.subscriberLimit,
  levels: row.levels,
});

const toSubscription = (row: SubscriptionRow): Subscription | undefined => {
  const { state, revision, stateBeforeError, levelId, levelName, sku } = row;
  if (state === null || revision === null) return undefined;
  return { state, revision, stateBeforeError, levelId, levelName, sku };
};

export interface SubscriberKey {
  readonly serviceId: string;
  readonly userId: string;
  /** Null for a user of any tenant. */
  readonly tenantId: string | null;
}

type FoundSubscriber = Omit<Subscriber, 'user'> & { readonly user: Subscriber['user'] | undefined };

/** For each key service, user and what is between them; undefined where there is no such service. */
const selectSubscribers = async (
  database: Database,
  keys: readonly SubscriberKey[],
): Promise<(FoundSubscriber | undefined)[]> => {
  const rows = await executePrepared(
    database,
    'subscribers',
    sql<ServiceRow & SubscriptionRow & UserRow & { place: string }>`
      SELECT given.place, ${serviceColumns}, ${subscriptionColumns},
        u.id AS "userId", u.tenant_id AS "tenantId", u.email, u.display_name AS "displayName",
        u.activated_at IS NOT NULL AS activated
      FROM unnest(${keys.map((key) => key.serviceId)}::uuid[], ${keys.map((key) => key.userId)}::uuid[],
        ${keys.map((key) => key.tenantId)}::uuid[]) WITH ORDINALITY AS given (service_id, user_id, tenant_id, place)
      JOIN services s ON s.id = given.service_id JOIN services r ON r.id = s.root_service_id
      LEFT JOIN users u ON u.id = given.user_id AND u.tenant_id = coalesce(given.tenant_id, u.tenant_id)
      LEFT JOIN subscriptions m ON m.service_id = r.id AND m.user_id = u.id`,
  );
  const found: (FoundSubscriber | undefined)[] = keys.map(() => undefined);
  for (const row of rows) {
    const { userId, tenantId, email, displayName, activated } = row;
    found[Number(row.place) - 1] = {
      service: toService(row),
      user: userId === null ? undefined : { id: userId, tenantId, email, displayName, activated },
      subscription: toSubscription(row),
    };
  }
  return found;
};

const questions = perDatabase((database: Database) => {
  const plain = database.withoutPlugins();
  return createGatherer({
    most: 100,
    runs: 2,
    run: (keys: readonly SubscriberKey[]) => selectSubscribers(plain, keys),
  });
});

/** Service, user and what is between them. Undefined when there is no such service. */
export const selectSubscriber = async (database: Database, key: SubscriberKey): Promise<FoundSubscriber | undefined> =>
  await questions(database)(key);

export const selectSubscribedServices = async (
  handle: Handle,
  serviceIds: readonly string[],
): Promise<SubscribedService[]> => {
  const { rows } = await sql<ServiceRow>`
    SELECT ${serviceColumns} FROM services s JOIN services r ON r.id = s.root_service_id
    WHERE s.id = ANY(${[...serviceIds]}::uuid[])`.execute(handle);
  return rows.map(toService);
};

export interface SubscriptionKey {
  readonly serviceId: string;
  readonly userId: string;
}

/** The subscriptions that there are, by `service user`. */
export const selectSubscriptions = async (
  handle: Handle,
  keys: readonly SubscriptionKey[],
): Promise<ReadonlyMap<string, Subscription>> => {
  const { rows } = await sql<SubscriptionRow & SubscriptionKey>`
    SELECT m.service_id, m.user_id, ${subscriptionColumns}
    FROM unnest(${keys.map(({ serviceId }) => serviceId)}::uuid[], ${keys.map(({ userId }) => userId)}::uuid[])
      AS k (service_id, user_id)
    JOIN subscriptions m ON m.service_id = k.service_id AND m.user_id = k.user_id`.execute(handle);
  return new Map(
    rows.flatMap((row) => {
      const subscription = toSubscription(row);
      return subscription === undefined ? [] : [[`${row.serviceId} ${row.userId}`, subscription]];
    }),
  );
};

/** A subscription as it shall be, in the words of the function `write_subscriptions`. */
export interface WrittenSubscription {
  readonly service_id: string;
  readonly user_id: string;
  readonly state: SubscriptionState;
  readonly state_before_error: StateBeforeError | null;
  readonly access_level_id: string | null;
  readonly sku: string | null;
  /** The revision that was read; 0 when there was no subscription. */
  readonly revision: number;
}

export interface SubscriberLimit {
  readonly service_id: string;
  /** How many subscribe with this change. */
  readonly joining: number;
  readonly most: number;
}

export interface SubscriptionWrites {
  readonly changes: readonly WrittenSubscription[];
  readonly limits: readonly SubscriberLimit[];
  readonly auditRows: readonly AuditRowToWrite[];
  readonly mails: readonly NewMail[];
}

/**
 * Writes subscriptions that are still as they were read, with their audit rows and mails. One statement: it happens as a
 * whole or not at all. `waits` for users whom somebody else changes at the moment; otherwise they are in the way.
 */
export const writeSubscriptions = async (handle: Handle, writes: SubscriptionWrites, waits = true): Promise<void> => {
  const orNull = (rows: readonly object[]) => (rows.length === 0 ? null : JSON.stringify(rows));
  await executePrepared(
    handle,
    'write subscriptions',
    sql`SELECT write_subscriptions(${JSON.stringify(writes.changes)}::jsonb, ${orNull(writes.limits)}::jsonb,
      ${auditRowsAsJson(writes.auditRows)}::jsonb, ${orNull(writes.mails)}::jsonb, ${waits}::boolean)`,
  );
};

const joined = (all: readonly SubscriptionWrites[]): SubscriptionWrites => ({
  changes: all.flatMap(({ changes }) => changes),
  limits: all.flatMap(({ limits }) => limits),
  auditRows: all.flatMap(({ auditRows }) => auditRows),
  mails: all.flatMap(({ mails }) => mails),
});

const writers = perDatabase((database: Database) => {
  const plain = database.withoutPlugins();
  return createGatherer({
    most: 50,
    runs: 2,
    run: async (all: readonly SubscriptionWrites[]) => {
      // Nobody waits because of another's user: whoever is held up writes alone.
      await writeSubscriptions(plain, joined(all), all.length === 1);
      return all.map(() => undefined);
    },
  });
});

/** The same in a transaction of its own, which it shares with what others write at the same time. */
export const writeSubscriptionsTogether = async (database: Database, writes: SubscriptionWrites): Promise<void> => {
  // A limit is counted and kept by one change after the other.
  if (writes.limits.length > 0) await writeSubscriptions(database, writes);
  else await writers(database)(writes);
};

/** How many subscribe, in all tenants: the numbers of the blocks and what was noted since. */
export const countSubscribers = async (handle: Handle, serviceId: string): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    SELECT coalesce((SELECT sum(subscribers) FROM subscriber_blocks WHERE service_id = ${serviceId}), 0)
      + coalesce((SELECT sum(change) FROM subscriber_notes WHERE service_id = ${serviceId}), 0) AS count`.execute(
    handle,
  );
  return Number(rows[0]?.count ?? 0);
};

/** More than this makes no difference to anybody who asks. */
const mostOfLevel = 1_000;

/** How many hold the access level, up to a thousand: a level that somebody holds can be neither renamed nor deleted. */
export const countSubscribersOfLevel = async (handle: Handle, levelId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM subscriptions WHERE access_level_id = ${levelId} LIMIT ${mostOfLevel}
    ) AS held`.execute(handle);
  return rows[0]?.count ?? 0;
};
