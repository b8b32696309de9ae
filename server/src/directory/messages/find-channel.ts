import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Channel, selectChannel } from './channel-store.ts';

export const channelNotFound = (): AppError =>
  new AppError('notFound', 'channel.not-found', 'The service has no such channel.');

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Contract B14: what is no channel of the service is not found, whatever it looks like. */
export const findChannel = async (
  handle: Handle,
  input: { readonly channelId: string; readonly serviceId: string },
): Promise<Channel> => {
  const channelId = input.channelId.trim();
  const channel = uuid.test(channelId) ? await selectChannel(handle, channelId, input.serviceId) : undefined;
  if (channel === undefined) throw channelNotFound();
  return channel;
};
