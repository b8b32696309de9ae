import type { Handle } from '../../platform/database/index.ts';
import { messageNotFound } from './find-message.ts';
import { updateRead } from './inbox-store.ts';

/** One message; twice is once. */
export const markRead = async (
  handle: Handle,
  input: { readonly userId: string; readonly messageId: string },
): Promise<void> => {
  if (!(await updateRead(handle, input.userId, input.messageId))) throw messageNotFound();
};
