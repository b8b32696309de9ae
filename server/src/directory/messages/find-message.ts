import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type InboxMessage, selectInboxMessage } from './inbox-store.ts';

export const messageNotFound = (): AppError =>
  new AppError('notFound', 'message.not-found', 'There is no such message.');

/** A message in the user's own notification center; those of others are not found. */
export const findMessage = async (
  handle: Handle,
  input: { readonly userId: string; readonly messageId: string },
): Promise<InboxMessage> => {
  const message = await selectInboxMessage(handle, input.userId, input.messageId);
  if (message === undefined) throw messageNotFound();
  return message;
};
