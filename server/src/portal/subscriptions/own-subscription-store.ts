import { sql } from 'kysely';
import { seenBy } from '../../directory/index.ts';
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

interface OpenServiceFilter {
  readonly userId: string;
  readonly tenantId: string;
  readonly search?: string | undefined;
}

const openServices = (filter: OpenServiceFilter) => sql`
  FROM services v
  WHERE v.parent_service_id IS NULL AND v.self_subscribe AND v.visible AND ${seenBy({ id: filter.userId, tenantId: filter.tenantId })}
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
