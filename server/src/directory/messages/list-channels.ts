import type { Transaction } from '../../platform/database/index.ts';
import { type Channel, obtainDefaultChannel, selectChannels } from './channel-store.ts';

/** Every service has at least its default channel, so this may have to make one. */
export const listChannels = async (
  transaction: Transaction,
  input: { readonly serviceId: string },
): Promise<Channel[]> => {
  await obtainDefaultChannel(transaction, input.serviceId);
  return await selectChannels(transaction, input.serviceId);
};
