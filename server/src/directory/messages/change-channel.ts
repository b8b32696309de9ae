import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { type Channel, updateChannel } from './channel-store.ts';
import { type ChannelWords, readChannelWords } from './channel-words.ts';
import { findChannel } from './find-channel.ts';

export const changeChannel = async (
  transaction: Transaction,
  acting: Acting,
  input: ChannelWords & { readonly serviceId: string; readonly channelId: string },
): Promise<Channel> => {
  const words = readChannelWords(input);
  const { id } = await findChannel(transaction, input);
  const channel = await updateChannel(transaction, id, words);
  await recordAudit(transaction, {
    ...acting,
    action: 'channel.changed',
    target: { kind: 'channel', id },
    details: { serviceId: channel.serviceId, name: channel.name },
  });
  return channel;
};
