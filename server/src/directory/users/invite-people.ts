import { type Acting, inviteUser, issueOneTimeCode, type User } from '../../accounts/index.ts';
import { confirmationUrl } from '../../identity/pages/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { type Mail, queueMails } from '../../platform/mail/index.ts';
import type { OneTimeCodes, SecretBox } from '../../platform/secrets/index.ts';
import { invitationCodeMail, invitationMail } from './invitation-mails.ts';
import type { PlannedRegistration } from './plan-subscriptions.ts';

export interface InviteDeps {
  readonly secretBox: SecretBox;
  readonly oneTimeCodes: OneTimeCodes;
  readonly publicUrl: string;
}

export interface Invitee {
  readonly registration: PlannedRegistration;
  readonly user: User;
}

/**
 * Invites everybody once, by link or code, and gives the links of those to whom the caller writes the mail: by user id.
 * Links and mails exist when the transaction commits, and never otherwise.
 */
export const invitePeople = async (
  transaction: Transaction,
  deps: InviteDeps,
  acting: Acting,
  invitees: readonly Invitee[],
): Promise<ReadonlyMap<string, string>> => {
  const links = new Map<string, string>();
  const mails: Mail[] = [];
  for (const { registration, user } of invitees) {
    const context = contextOf(registration);
    if (registration.activation === 'otp') {
      const issued = await issueOneTimeCode({ ...deps, transaction }, acting, { user, purpose: 'activation', context });
      mails.push(invitationCodeMail(registration, user, issued.code, deps.publicUrl));
      continue;
    }
    const scope = { tenantId: user.tenantId };
    const invitation = await inviteUser(transaction, acting, { userId: user.id, scope, context });
    if (registration.sendMail) mails.push(invitationMail(registration, invitation, deps.publicUrl));
    else links.set(user.id, confirmationUrl(deps.publicUrl, invitation.token));
  }
  if (mails.length > 0) await queueMails(deps, transaction, mails);
  return links;
};

/** What the page of the activation needs: where to go afterwards, and whose terms to show. */
const contextOf = ({ returnUrl, planned }: PlannedRegistration): Record<string, string> => {
  const serviceId = planned[0]?.service.id;
  return {
    ...(returnUrl === null ? {} : { returnUrl }),
    ...(serviceId === undefined ? {} : { serviceId }),
  };
};
