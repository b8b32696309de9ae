import type { Invitation } from '../../../accounts/index.ts';
import { queueMail, renderMail } from '../../../platform/mail/index.ts';
import { footer, type MailDeps } from './mail-deps.ts';

/** The page where the owner of the mailbox takes the account; also what `confirmationUrl` is (contract B12). */
export const confirmationUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/identity/register?${new URLSearchParams({ token })}`;

export interface InvitationMail {
  readonly invitation: Invitation;
  readonly publicUrl: string;
  /** What the person is invited to, such as a service or a tenant. */
  readonly to?: string | undefined;
  /** A few words of whoever invites. */
  readonly message?: string | undefined;
}

export const mailInvitation = async (deps: MailDeps, input: InvitationMail): Promise<void> => {
  const { user, token, expiresAt } = input.invitation;
  const until = expiresAt.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const purpose = input.to === undefined ? 'An account was made for you.' : `You are invited to ${input.to}.`;
  const content = renderMail({
    title: 'Activate your account',
    paragraphs: [
      purpose,
      ...(input.message === undefined || input.message.trim() === '' ? [] : [input.message.trim()]),
      `Open the page below, check your name and choose a password. The link is yours alone and good until ${until}.`,
    ],
    action: { label: 'Activate the account', url: confirmationUrl(input.publicUrl, token) },
    footer,
  });
  await queueMail(deps, deps.transaction, {
    to: { name: user.displayName, address: user.email },
    subject: 'Activate your account',
    ...content,
  });
};
