import { type Selectable, sql } from 'kysely';
import type { Handle, Tables, Transaction } from '../../platform/database/index.ts';

/** A tile that a service puts on its subscribers' start page. */
export type StoredWidget = Readonly<Omit<Selectable<Tables['widgets']>, 'nameKey' | 'createdAt' | 'updatedAt'>>;
export type WidgetFields = Omit<StoredWidget, 'id' | 'serviceId'>;

const columns = sql.raw(
  `w.id, w.service_id, w.name, w.description, w.url, w.width, w.height, w.priority, w.logo_url, w.pictogram_url,
   w.type, w.show_title, w.supports_mobile, w.sequence_no, w.color, w.open_in_new_tab`,
);

/** Of services whose root the user subscribes to, in the order in which they are shown; of one tenant where one is given. */
export const selectMyWidgets = async (
  handle: Handle,
  input: { readonly userId: string; readonly tenantId?: string | undefined },
): Promise<StoredWidget[]> => {
  const { rows } = await sql<StoredWidget>`
    SELECT ${columns} FROM subscriptions s
    JOIN services v ON v.root_service_id = s.service_id
    JOIN widgets w ON w.service_id = v.id
    WHERE s.user_id = ${input.userId} AND s.state = 'subscribing'
      AND (${input.tenantId ?? null}::uuid IS NULL OR v.tenant_id = ${input.tenantId ?? null}::uuid)
    ORDER BY w.sequence_no, w.priority DESC, w.name_key, w.id`.execute(handle);
  return rows;
};

export const selectWidgetsOfService = async (handle: Handle, serviceId: string): Promise<StoredWidget[]> => {
  const { rows } = await sql<StoredWidget>`
    SELECT ${columns} FROM widgets w WHERE w.service_id = ${serviceId}
    ORDER BY w.sequence_no, w.name_key, w.id`.execute(handle);
  return rows;
};

export const insertWidget = async (
  transaction: Transaction,
  widget: WidgetFields & { readonly serviceId: string },
): Promise<string> => {
  const { id } = await transaction.insertInto('widgets').values(widget).returning('id').executeTakeFirstOrThrow();
  return id;
};

export const updateWidget = async (
  transaction: Transaction,
  key: { readonly widgetId: string; readonly serviceId: string },
  fields: WidgetFields,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('widgets')
    .set({ ...fields, updatedAt: sql<Date>`now()` })
    .where('id', '=', key.widgetId)
    .where('serviceId', '=', key.serviceId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

export const deleteWidgetRow = async (
  transaction: Transaction,
  key: { readonly widgetId: string; readonly serviceId: string },
): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('widgets')
    .where('id', '=', key.widgetId)
    .where('serviceId', '=', key.serviceId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};
