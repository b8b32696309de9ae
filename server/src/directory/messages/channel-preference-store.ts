import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** What a reader wants of a channel. */
export interface ChannelPreference {
  readonly channelId: string;
  readonly channelName: string;
  readonly serviceId: string;
  readonly serviceName: string;
  readonly notificationCenter: boolean;
  readonly email: boolean;
}

/** The channels of all services that the user subscribes to, with what the user wants of each. */
export const selectChannelPreferences = async (handle: Handle, userId: string): Promise<ChannelPreference[]> => {
  const { rows } = await sql<ChannelPreference>`
    SELECT c.id AS channel_id, c.name AS channel_name, v.id AS service_id, v.name AS service_name,
      coalesce(p.notification_center, true) AS notification_center, coalesce(p.email, true) AS email
    FROM subscriptions s
    JOIN services v ON v.root_service_id = s.service_id
    JOIN message_channels c ON c.service_id = v.id
    LEFT JOIN channel_preferences p ON p.channel_id = c.id AND p.user_id = s.user_id
    WHERE s.user_id = ${userId} AND s.state = 'subscribing'
    ORDER BY v.name_key, v.id, c.is_default DESC, c.name_key, c.id`.execute(handle);
  return rows;
};

export interface PreferenceChange {
  readonly notificationCenter?: boolean | undefined;
  readonly email?: boolean | undefined;
}

/** What is not given stays as it is. False when there is no such user or channel. */
export const upsertChannelPreference = async (
  transaction: Transaction,
  key: { readonly userId: string; readonly channelId: string },
  { notificationCenter = null, email = null }: { notificationCenter?: boolean | null; email?: boolean | null },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    INSERT INTO channel_preferences AS p (user_id, channel_id, notification_center, email)
    SELECT u.id, c.id, coalesce(${notificationCenter}::boolean, true), coalesce(${email}::boolean, true)
    FROM users u, message_channels c WHERE u.id = ${key.userId} AND c.id = ${key.channelId}
    ON CONFLICT ON CONSTRAINT channel_preferences_pkey DO UPDATE
      SET notification_center = coalesce(${notificationCenter}::boolean, p.notification_center),
        email = coalesce(${email}::boolean, p.email), updated_at = now()`.execute(transaction);
  return (numAffectedRows ?? 0n) > 0n;
};

/** What a page about a channel says to its reader. */
export const selectChannelTitle = async (
  handle: Handle,
  channelId: string,
): Promise<{ readonly channel: string; readonly service: string } | undefined> =>
  await handle
    .selectFrom('messageChannels')
    .innerJoin('services', 'services.id', 'messageChannels.serviceId')
    .select(['messageChannels.name as channel', 'services.name as service'])
    .where('messageChannels.id', '=', channelId)
    .executeTakeFirst();
