import type { Invitation } from '../../../accounts/index.ts';
import { sayDate } from '../words/language.ts';
import { say } from '../words/say.ts';
import { type MailDeps, queueAccountMail } from './mail-deps.ts';

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
  const { to } = input;
  const message = input.message?.trim() ?? '';
  await queueAccountMail(deps, user, () => ({
    subject: say('Activate your account'),
    content: {
      title: say('Activate your account'),
      paragraphs: [
        to === undefined ? say('An account was made for you.') : say('You are invited to {to}.', { to }),
        ...(message === '' ? [] : [message]),
        say(
          'Open the page below, check your name and choose a password. The link is yours alone and good until {date}.',
          {
            date: sayDate(expiresAt),
          },
        ),
      ],
      action: { label: say('Activate the account'), url: confirmationUrl(input.publicUrl, token) },
    },
  }));
};
