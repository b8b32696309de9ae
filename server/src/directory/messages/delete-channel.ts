import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { deleteChannelRow } from './channel-store.ts';
import { findChannel } from './find-channel.ts';

/** Its messages go with it. The default channel stays: there must be one. */
export const deleteChannel = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly serviceId: string; readonly channelId: string },
): Promise<void> => {
  const channel = await findChannel(transaction, input);
  if (channel.isDefault) {
    throw new AppError('conflict', 'channel.is-default', 'The default channel of a service cannot be deleted.');
  }
  await deleteChannelRow(transaction, channel.id);
  await recordAudit(transaction, {
    ...acting,
    action: 'channel.deleted',
    target: { kind: 'channel', id: channel.id },
    details: { serviceId: channel.serviceId, name: channel.name },
  });
};
