import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** A stream of messages of one service, which readers may switch off. */
export interface Channel {
  readonly id: string;
  readonly serviceId: string;
  readonly name: string;
  readonly description: string;
  /** Where a notification goes that names no channel. */
  readonly isDefault: boolean;
}

const columns = ['id', 'serviceId', 'name', 'description', 'isDefault'] as const;

export const defaultChannelName = 'General';

export const selectChannel = async (
  handle: Handle,
  channelId: string,
  serviceId: string,
): Promise<Channel | undefined> =>
  await handle
    .selectFrom('messageChannels')
    .select(columns)
    .where('id', '=', channelId)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();

/** The default first, the others by name. */
export const selectChannels = async (handle: Handle, serviceId: string): Promise<Channel[]> =>
  await handle
    .selectFrom('messageChannels')
    .select(columns)
    .where('serviceId', '=', serviceId)
    .orderBy('isDefault', 'desc')
    .orderBy('nameKey')
    .orderBy('id')
    .execute();

/** The service's default channel, made here when nobody has needed it before. */
export const obtainDefaultChannel = async (transaction: Transaction, serviceId: string): Promise<Channel> => {
  const find = async () =>
    await transaction
      .selectFrom('messageChannels')
      .select(columns)
      .where('serviceId', '=', serviceId)
      .where('isDefault', '=', true)
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known;
  await sql`
    INSERT INTO message_channels (service_id, name, is_default) VALUES (${serviceId}, ${defaultChannelName}, true)
    ON CONFLICT DO NOTHING`.execute(transaction);
  const made = (await find()) ?? (await promoteChannel(transaction, serviceId));
  if (made === undefined) throw new Error('A service has no default channel, and none could be made.');
  return made;
};

/** Somebody had made a channel of the default's name. */
const promoteChannel = async (transaction: Transaction, serviceId: string): Promise<Channel | undefined> =>
  await transaction
    .updateTable('messageChannels')
    .set({ isDefault: true, updatedAt: sql<Date>`now()` })
    .where('serviceId', '=', serviceId)
    .where('nameKey', '=', defaultChannelName.toLowerCase())
    .returning(columns)
    .executeTakeFirst();

export const insertChannel = async (
  transaction: Transaction,
  channel: { readonly serviceId: string; readonly name: string; readonly description: string },
): Promise<Channel> =>
  await transaction.insertInto('messageChannels').values(channel).returning(columns).executeTakeFirstOrThrow();

export const updateChannel = async (
  transaction: Transaction,
  channelId: string,
  changes: { readonly name: string; readonly description: string },
): Promise<Channel> =>
  await transaction
    .updateTable('messageChannels')
    .set({ ...changes, updatedAt: sql<Date>`now()` })
    .where('id', '=', channelId)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deleteChannelRow = async (transaction: Transaction, channelId: string): Promise<void> => {
  await transaction.deleteFrom('messageChannels').where('id', '=', channelId).execute();
};
