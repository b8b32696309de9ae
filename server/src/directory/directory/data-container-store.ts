import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** A place outside the platform where a service keeps data, known here by name. */
export interface DataContainer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

const columns = ['id', 'name', 'description'] as const;

export const selectDataContainers = async (handle: Handle, serviceId: string): Promise<DataContainer[]> =>
  await handle
    .selectFrom('dataContainers')
    .select(columns)
    .where('serviceId', '=', serviceId)
    .orderBy('nameKey')
    .orderBy('id')
    .execute();

export const upsertDataContainer = async (
  transaction: Transaction,
  container: { readonly serviceId: string; readonly id: string; readonly name: string },
): Promise<DataContainer> =>
  await transaction
    .insertInto('dataContainers')
    .values(container)
    .onConflict((conflict) =>
      conflict.constraint('data_containers_pkey').doUpdateSet({ name: container.name, updatedAt: sql<Date>`now()` }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deleteDataContainerRow = async (
  transaction: Transaction,
  serviceId: string,
  id: string,
): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('dataContainers')
    .where('serviceId', '=', serviceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};
