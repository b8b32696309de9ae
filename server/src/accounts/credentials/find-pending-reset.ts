import type { Handle } from '../../platform/database/index.ts';
import { selectUser } from '../users/user-store.ts';
import { actionTokenHash, actionTokenInvalid } from './action-token.ts';
import { selectOpenToken } from './action-token-store.ts';

/** Refuses a link that sets no password (any more). Looks only: the link is as good afterwards as before. */
export const findPendingReset = async (handle: Handle, input: { readonly token: string }): Promise<void> => {
  const open = await selectOpenToken(handle, 'passwordReset', actionTokenHash('passwordReset', input.token));
  const user = open === undefined ? undefined : await selectUser(handle, open.userId, 'everyTenant');
  if (user === undefined || user.deactivated) throw actionTokenInvalid();
};
