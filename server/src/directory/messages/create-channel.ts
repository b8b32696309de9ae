import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Channel, insertChannel, obtainDefaultChannel, selectChannels } from './channel-store.ts';
import { type ChannelWords, readChannelWords } from './channel-words.ts';

const mostChannels = 100;

/** A further channel beside the default one. Who may do so is the caller's to decide. */
export const createChannel = async (
  transaction: Transaction,
  acting: Acting,
  input: ChannelWords & { readonly serviceId: string },
): Promise<Channel> => {
  const words = readChannelWords(input);
  await obtainDefaultChannel(transaction, input.serviceId);
  const known = await selectChannels(transaction, input.serviceId);
  if (known.length >= mostChannels) {
    throw new AppError('conflict', 'channel.too-many', `A service has at most ${mostChannels} channels.`);
  }
  const channel = await insertChannel(transaction, { serviceId: input.serviceId, ...words });
  await recordAudit(transaction, {
    ...acting,
    action: 'channel.created',
    target: { kind: 'channel', id: channel.id },
    details: { serviceId: channel.serviceId, name: channel.name },
  });
  return channel;
};
