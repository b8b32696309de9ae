import type { Handle } from '../../platform/database/index.ts';
import type { User } from '../users/user.ts';
import { selectUser } from '../users/user-store.ts';
import { actionTokenHash, actionTokenInvalid } from './action-token.ts';
import { type ActionContext, selectOpenToken } from './action-token-store.ts';

export interface PendingActivation {
  readonly user: User;
  readonly context: ActionContext;
}

/** Whose account a link or token would activate. `email`, where given, must be that user's. */
export const findPendingActivation = async (
  handle: Handle,
  input: { readonly token: string; readonly email?: string | undefined },
): Promise<PendingActivation> => {
  const open = await selectOpenToken(handle, 'activation', actionTokenHash('activation', input.token));
  const user = open === undefined ? undefined : await selectUser(handle, open.userId, 'everyTenant');
  if (open === undefined || user === undefined || user.activated || user.deactivated) throw actionTokenInvalid();
  if (input.email !== undefined && input.email.trim().toLowerCase() !== user.email.toLowerCase()) {
    throw actionTokenInvalid();
  }
  return { user, context: open.context };
};
