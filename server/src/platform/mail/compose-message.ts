import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import type { MailAddress, OutgoingMail } from './mail.ts';

/** The same for every try: a mail whose acknowledgement was lost is sent again and recognised as the same one. */
export const messageIdOf = (mailId: string, from: MailAddress): string => {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return `<${mailId}@${domainToASCII(domain) || 'localhost'}>`;
};

/** Every byte follows from the mail, also the parts that nodemailer would choose by chance. */
export const composeMessage = (mail: OutgoingMail, from: MailAddress): SendMailOptions => ({
  from: { name: from.name ?? '', address: from.address },
  to: { name: mail.content.name ?? '', address: mail.recipient },
  subject: mail.subject,
  text: mail.content.text,
  html: mail.content.html,
  messageId: messageIdOf(mail.id, from),
  date: mail.createdAt,
  baseBoundary: mail.id,
  // Keeps out-of-office replies from answering a machine (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', ...mail.content.headers },
  // A mail is what it says: nothing in it may make nodemailer read a file or fetch an address.
  disableFileAccess: true,
  disableUrlAccess: true,
});
