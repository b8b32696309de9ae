import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import {
  type PreferenceChange,
  selectChannelPreferences,
  upsertChannelPreference,
} from './channel-preference-store.ts';
import { channelNotFound } from './find-channel.ts';

/** A reader's own choice. Channels of services that the reader does not subscribe to are not found. */
export const setChannelPreference = async (
  transaction: Transaction,
  acting: Acting,
  input: PreferenceChange & { readonly userId: string; readonly channelId: string },
): Promise<void> => {
  const { userId, channelId, notificationCenter, email } = input;
  const known = await selectChannelPreferences(transaction, userId);
  if (!known.some((preference) => preference.channelId === channelId)) throw channelNotFound();
  await upsertChannelPreference(
    transaction,
    { userId, channelId },
    { notificationCenter: notificationCenter ?? null, email: email ?? null },
  );
  await recordAudit(transaction, {
    ...acting,
    action: 'channel.preference-changed',
    target: { kind: 'user', id: userId },
    details: { channelId, notificationCenter, email },
  });
};
