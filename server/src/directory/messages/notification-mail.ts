import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { renderMail, type WrittenMail } from '../../platform/mail/index.ts';
import { mailRecipient } from '../mail-recipient.ts';
import { plainText } from './plain-text.ts';

export interface NotificationMail {
  readonly messageId: string;
  readonly name: string;
  readonly content: string;
  readonly important: boolean;
  /** The name of the service. */
  readonly sender: string;
  readonly channel: string;
  readonly serviceUrl: string | null;
  readonly recipient: { readonly userId: string; readonly displayName: string; readonly email: string };
  /** Ends the mails of the channel, for this reader and without a sign-in. */
  readonly unsubscribeUrl: string;
}

/** A notification as a mail: the service's words as text, a way to the service, and a way out (RFC 8058). */
export const notificationMail = (mail: NotificationMail): WrittenMail => {
  const { recipient, unsubscribeUrl, serviceUrl } = mail;
  const { text, html } = renderMail({
    title: mail.name,
    paragraphs: plainText(mail.content)
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim() !== ''),
    ...(isLink(serviceUrl) ? { action: { label: `Open ${mail.sender}`, url: serviceUrl } } : {}),
    footer: `${mail.sender} sends you this because you subscribe to it.\nNo more mails of “${mail.channel}”: ${unsubscribeUrl}`,
  });
  const link = escapeHtml(unsubscribeUrl);
  return {
    to: mailRecipient(recipient),
    subject: toSubject(mail.name),
    text,
    html: html.replace(`: ${link}`, `: <a href="${link}">unsubscribe</a>`),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...(mail.important ? { Importance: 'high' } : {}),
    },
    dedupeKey: `message:${mail.messageId}:user:${recipient.userId}`,
    bulk: true,
  };
};

/** Names count characters, subjects the units that JavaScript has for them. */
const toSubject = (name: string): string =>
  name.length <= longestSubject ? name : `${[...name].slice(0, 100).join('')}…`;
const longestSubject = 250;

const isLink = (url: string | null): url is string =>
  url !== null && !/\s/.test(url) && ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
