import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import type { ReferredService } from '../wire/to-service-reference.ts';

export interface MyService extends ReferredService {
  readonly serviceUrl: string | null;
}

/**
 * Services that the user subscribes to, and the visible ones below them, whose subscriptions are the same (contract B10).
 * By name, then id; of one tenant where one is given.
 */
export const selectMyServices = async (
  handle: Handle,
  input: { readonly userId: string; readonly tenantId?: string | undefined },
): Promise<MyService[]> => {
  const { rows } = await sql<MyService>`
    SELECT v.id, v.name, v.description, v.production, v.service_url
    FROM subscriptions s JOIN services v ON v.root_service_id = s.service_id
    WHERE s.user_id = ${input.userId} AND s.state = 'subscribing' AND (v.id = s.service_id OR v.visible)
      AND (${input.tenantId ?? null}::uuid IS NULL OR v.tenant_id = ${input.tenantId ?? null}::uuid)
    ORDER BY v.name_key, v.id`.execute(handle);
  return rows;
};
