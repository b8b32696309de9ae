import { sql } from 'kysely';
import { servicesKeptBy } from '../../identity/authenticate/index.ts';
import type { Handle } from '../../platform/database/index.ts';

export interface SubscriptionRequest {
  readonly serviceId: string;
  readonly serviceName: string;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly accessLevel: string | null;
  readonly requestedAt: Date;
}

export interface RequestFilter {
  /** Whose decisions these are; null for a platform administrator, who may decide about all. */
  readonly keeperId: string | null;
  readonly serviceId?: string | undefined;
}

const requests = ({ keeperId, serviceId = undefined }: RequestFilter) => sql`
  FROM subscriptions m JOIN services v ON v.id = m.service_id JOIN users u ON u.id = m.user_id
  WHERE m.state = 'pending'
    AND ${serviceId === undefined ? sql`true` : sql`m.service_id = ${serviceId}`}
    AND ${keeperId === null ? sql`true` : sql`m.service_id IN (${servicesKeptBy(keeperId)})`}`;

/** Who waits longest comes first. */
export const selectSubscriptionRequests = async (
  handle: Handle,
  filter: RequestFilter & { readonly skip: number; readonly limit: number },
): Promise<SubscriptionRequest[]> => {
  const { rows } = await sql<SubscriptionRequest>`
    SELECT v.id AS service_id, v.name AS service_name, u.id AS user_id, u.display_name AS user_name,
      u.email AS user_email, m.updated_at AS requested_at,
      (SELECT l.name FROM service_access_levels l WHERE l.id = m.access_level_id) AS access_level
    ${requests(filter)} ORDER BY m.updated_at, m.service_id, m.user_id
    LIMIT ${filter.limit} OFFSET ${filter.skip}`.execute(handle);
  return rows;
};

export const countSubscriptionRequests = async (handle: Handle, filter: RequestFilter): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count ${requests(filter)}`.execute(handle);
  return rows[0]?.count ?? 0;
};
