import type { Invitation, User } from '../../accounts/index.ts';
import { confirmationUrl } from '../../identity/pages/index.ts';
import { type Mail, renderMail } from '../../platform/mail/index.ts';
import { mailRecipient } from '../mail-recipient.ts';
import type { PlannedRegistration } from './plan-subscriptions.ts';

const subject = 'Activate your account';

const openingOf = ({ contactName, contactEmail, planned }: PlannedRegistration): string => {
  const named = contactName !== null && contactEmail !== null ? `${contactName} (${contactEmail})` : undefined;
  const contact = named ?? contactName ?? contactEmail;
  const made = contact === null ? 'An account was made for you.' : `${contact} has made an account for you.`;
  const names = [...new Set(planned.map(({ service }) => service.name))];
  return names.length === 0 ? made : `${made} With it you subscribe to ${names.join(', ')}.`;
};

const footer = 'You get this mail because somebody gave your address to have an account made for you.';

/** A link that lives as long as the account waits for its activation. */
export const invitationMail = (registration: PlannedRegistration, invitation: Invitation, publicUrl: string): Mail => {
  const until = invitation.expiresAt.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const content = renderMail({
    title: subject,
    paragraphs: [
      openingOf(registration),
      ...(registration.inviteMessage === null ? [] : [registration.inviteMessage]),
      `Open the page below, check your name and choose a password. The link is yours alone and good until ${until}.`,
    ],
    action: { label: 'Activate the account', url: confirmationUrl(publicUrl, invitation.token) },
    footer,
  });
  return { to: mailRecipient(invitation.user), subject, ...content };
};

/** Six digits for those who activate the account in an app (contract B13). */
export const invitationCodeMail = (
  registration: PlannedRegistration,
  user: User,
  code: string,
  publicUrl: string,
): Mail => {
  const content = renderMail({
    title: `Your code: ${code}`,
    paragraphs: [
      openingOf(registration),
      ...(registration.inviteMessage === null ? [] : [registration.inviteMessage]),
      `Enter this code in the app to make the account yours: ${code}`,
      'It is good for ten minutes.',
    ],
    action: { label: 'Enter it here instead', url: `${publicUrl}/identity/code` },
    footer,
  });
  return { to: mailRecipient(user), subject, ...content };
};
