import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import type { ReferredUser } from '../wire/to-user-reference.ts';

export interface SubscribersPage {
  /** The service or a child of it: children show the subscribers of their root (contract B10). */
  readonly serviceId: string;
  readonly tenantId: string;
  readonly skip: number;
  readonly limit: number;
}

/** A page of those who subscribe, by name, then id. It costs the same however far it is (goal S10). */
export const selectSubscribersPage = async (handle: Handle, page: SubscribersPage): Promise<ReferredUser[]> => {
  const { rows } = await sql<ReferredUser>`
    SELECT listed.id, listed.tenant_id, listed.email, listed.display_name, listed.activated
    FROM services s
    CROSS JOIN LATERAL list_subscribers(s.root_service_id, ${page.tenantId}, ${page.skip}, ${page.limit}) AS listed
    WHERE s.id = ${page.serviceId}`.execute(handle);
  return rows;
};
