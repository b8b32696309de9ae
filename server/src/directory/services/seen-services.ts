import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

export interface Onlooker {
  readonly id: string;
  readonly tenantId: string;
}

/**
 * A service of another tenant is there for people only when it is public, or when they have to do with it already. Stands
 * in a statement that calls the services `v`.
 */
export const seenBy = (user: Onlooker): RawBuilder<boolean> => sql<boolean>`
  (v.public OR v.tenant_id = ${user.tenantId} OR EXISTS (
    SELECT FROM subscriptions o WHERE o.service_id = v.root_service_id AND o.user_id = ${user.id}))`;

/** Whether the user may know that there is such a service. */
export const isServiceSeen = async (handle: Handle, serviceId: string, user: Onlooker): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM services v WHERE v.id = ${serviceId} AND ${seenBy(user)}`.execute(handle);
  return rows.length > 0;
};
