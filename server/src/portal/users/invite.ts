import type { FastifyRequest } from 'fastify';
import { inviteUser, type TenantScope, type User } from '../../accounts/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import { confirmationUrl, mailInvitation } from '../../identity/pages/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { PortalDeps } from '../portal-deps.ts';

export interface InviteInput {
  readonly userId: string;
  readonly scope: TenantScope;
  readonly sendMail: boolean;
  readonly message?: string | undefined;
}

/** Invites somebody who has not activated the account yet: by mail, or by a link that the caller hands over. */
export const invite = async (
  deps: Pick<PortalDeps, 'box' | 'publicUrl'>,
  transaction: Transaction,
  request: FastifyRequest,
  input: InviteInput,
): Promise<{ readonly user: User; readonly confirmationUrl: string | null }> => {
  const { userId, scope, message } = input;
  const { publicUrl } = deps;
  const invitation = await inviteUser(transaction, actingOf(request), { userId, scope });
  if (!input.sendMail) {
    return { user: invitation.user, confirmationUrl: confirmationUrl(publicUrl, invitation.token) };
  }
  await mailInvitation({ transaction, secretBox: deps.box }, { invitation, publicUrl, message });
  return { user: invitation.user, confirmationUrl: null };
};
