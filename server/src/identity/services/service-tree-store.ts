import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** Trees of one tenant change one after the other: two moves at once could otherwise close a circle. */
export const lockServiceTrees = async (transaction: Transaction, tenantId: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`service trees of ${tenantId}`}, 0))`.execute(transaction);
};

export interface TreePlace {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly parentServiceId: string | null;
  readonly rootServiceId: string;
  readonly locked: boolean;
}

export const selectTreePlaces = async (
  handle: Handle,
  tenantId: string,
  serviceIds: readonly string[],
): Promise<TreePlace[]> =>
  await handle
    .selectFrom('services')
    .innerJoin('resources', 'resources.id', 'services.id')
    .select([
      'services.id',
      'resources.projectId',
      'services.name',
      'parentServiceId',
      'rootServiceId',
      'resources.locked',
    ])
    .where('services.tenantId', '=', tenantId)
    .where('services.id', '=', sql<string>`ANY(${[...serviceIds]}::uuid[])`)
    .execute();

/** The service itself and everything above it. */
export const selectAncestorIds = async (handle: Handle, serviceId: string): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE above AS (
      SELECT id, parent_service_id FROM services WHERE id = ${serviceId}
      UNION
      SELECT s.id, s.parent_service_id FROM services s JOIN above ON s.id = above.parent_service_id
    )
    SELECT id FROM above`.execute(handle);
  return new Set(rows.map(({ id }) => id));
};

/** Hangs a service under a parent, or on its own, and gives everything below it the new root. Gives the ids of all these. */
export const moveService = async (
  transaction: Transaction,
  move: {
    readonly serviceId: string;
    readonly parentId: string | null;
    readonly rootId: string;
    readonly listed: boolean;
  },
): Promise<string[]> => {
  const { serviceId, parentId, rootId, listed } = move;
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE below AS (
      SELECT id FROM services WHERE id = ${serviceId}
      UNION
      SELECT s.id FROM services s JOIN below ON s.parent_service_id = below.id
    )
    UPDATE services SET
      root_service_id = ${rootId},
      parent_service_id = CASE WHEN services.id = ${serviceId} THEN ${parentId}::uuid ELSE parent_service_id END,
      parent_listed = CASE WHEN services.id = ${serviceId} THEN ${listed}::boolean ELSE parent_listed END,
      updated_at = now()
    FROM below WHERE services.id = below.id
    RETURNING services.id`.execute(transaction);
  return rows.map(({ id }) => id);
};
