import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

export interface OwnSubscription {
  readonly serviceId: string;
  readonly name: string;
  readonly shortDescription: string;
  readonly serviceUrl: string | null;
  readonly state: string;
  readonly accessLevel: string | null;
  readonly updatedAt: Date;
}

/** What the user subscribes to, has asked for or was refused, by name. Who left a service has none there. */
export const selectOwnSubscriptions = async (handle: Handle, userId: string): Promise<OwnSubscription[]> => {
  const { rows } = await sql<OwnSubscription>`
    SELECT v.id AS service_id, v.name, v.short_description, v.service_url, m.state, m.updated_at,
      (SELECT l.name FROM service_access_levels l WHERE l.id = m.access_level_id) AS access_level
    FROM subscriptions m JOIN services v ON v.id = m.service_id
    WHERE m.user_id = ${userId} AND m.state <> 'notSubscribing'
    ORDER BY v.name_key, v.id`.execute(handle);
  return rows;
};

export interface OpenService {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: string;
  readonly category: string | null;
  readonly approvalNeeded: boolean;
}

/** A service of another tenant is there for people only when it is public, or when they have to do with it already. */
const isSeen = (user: { readonly userId: string; readonly tenantId: string }) => sql<boolean>`
  (v.public OR v.tenant_id = ${user.tenantId} OR EXISTS (
    SELECT FROM subscriptions o WHERE o.service_id = v.root_service_id AND o.user_id = ${user.userId}))`;

interface OpenServiceFilter {
  readonly userId: string;
  readonly tenantId: string;
  readonly search?: string | undefined;
}

const openServices = (filter: OpenServiceFilter) => sql`
  FROM services v
  WHERE v.parent_service_id IS NULL AND v.self_subscribe AND v.visible AND ${isSeen(filter)}
    AND starts_with(v.name_key, lower(${filter.search ?? ''}))
    AND NOT EXISTS (
      SELECT FROM subscriptions m WHERE m.service_id = v.id AND m.user_id = ${filter.userId} AND m.state <> 'notSubscribing'
    )`;

/** Services that the user may join, and has nothing to do with yet. */
export const selectOpenServices = async (
  handle: Handle,
  filter: OpenServiceFilter & { readonly skip: number; readonly limit: number },
): Promise<OpenService[]> => {
  const { rows } = await sql<OpenService>`
    SELECT v.id, v.name, v.short_description, v.category, v.approval_needed ${openServices(filter)}
    ORDER BY v.name_key, v.id LIMIT ${filter.limit} OFFSET ${filter.skip}`.execute(handle);
  return rows;
};

export const countOpenServices = async (handle: Handle, filter: OpenServiceFilter): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count ${openServices(filter)}`.execute(
    handle,
  );
  return rows[0]?.count ?? 0;
};

/** Whether the user may know that there is such a service. */
export const isServiceSeen = async (
  handle: Handle,
  serviceId: string,
  user: { readonly userId: string; readonly tenantId: string },
): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM services v WHERE v.id = ${serviceId} AND ${isSeen(user)}`.execute(handle);
  return rows.length > 0;
};
