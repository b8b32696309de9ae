import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../../platform/database/index.ts';

/** The ids of the services that the user administers, or whose project the user contributes to. */
export const servicesKeptBy = (userId: string): RawBuilder<unknown> => sql`
  SELECT a.service_id AS id FROM service_administrators a WHERE a.user_id = ${userId}
  UNION
  SELECT r.id FROM project_members p JOIN resources r ON r.project_id = p.project_id
  WHERE p.user_id = ${userId} AND p.role IN ('owner', 'contributor') AND r.resource_type = 'platform.service'`;

export const isServiceKeeper = async (handle: Handle, serviceId: string, userId: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM service_administrators WHERE service_id = ${serviceId} AND user_id = ${userId}
    UNION ALL
    SELECT FROM resources r JOIN project_members p ON p.project_id = r.project_id
    WHERE r.id = ${serviceId} AND r.resource_type = 'platform.service'
      AND p.user_id = ${userId} AND p.role IN ('owner', 'contributor')
    LIMIT 1`.execute(handle);
  return rows.length > 0;
};
