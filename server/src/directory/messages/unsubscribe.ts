import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import { upsertChannelPreference } from './channel-preference-store.ts';
import type { Unsubscription } from './unsubscribe-token.ts';

/** Whoever holds the link of a mail ends the mails of its channel; the notification center goes on. Twice is once. */
export const unsubscribe = async (
  deps: { readonly database: Database },
  input: Unsubscription & { readonly supportCode: string; readonly ipAddress: string },
): Promise<boolean> =>
  await inTransaction(deps.database, async (transaction) => {
    const { userId, channelId, supportCode, ipAddress } = input;
    if (!(await upsertChannelPreference(transaction, { userId, channelId }, { email: false }))) return false;
    await recordAudit(transaction, {
      actor: { kind: 'anonymous' },
      supportCode,
      ipAddress,
      action: 'channel.unsubscribed',
      target: { kind: 'user', id: userId },
      details: { channelId },
    });
    return true;
  });
