import type { MailAddress } from '../platform/mail/index.ts';

/** Longer names are lawful for people and not in the header of a mail. */
const mostName = 200;

export const mailRecipient = (user: { readonly email: string; readonly displayName: string }): MailAddress =>
  user.displayName.length > mostName ? { address: user.email } : { name: user.displayName, address: user.email };
