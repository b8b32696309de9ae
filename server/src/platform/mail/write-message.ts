import { domainToASCII } from 'node:url';
import type { MailAddress, OutgoingMail } from './mail.ts';
import { encodeBody } from './mail-body.ts';
import { asHeaderText, asPhrase, foldHeader } from './mail-headers.ts';

/** The same for every try: a mail whose acknowledgement was lost is sent again and recognised as the same one. */
export const messageIdOf = (mailId: string, from: MailAddress): string => {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return `<${mailId}@${domainToASCII(domain) || 'localhost'}>`;
};

/**
 * A mail as it goes over the wire (RFC 5322, RFC 2045 to 2047). Every byte follows from the mail. By our own hand: composed by
 * nodemailer, a mail took twice as long as the change that it tells of.
 */
export const writeMessage = (mail: OutgoingMail, from: MailAddress): Buffer => {
  const { id, recipient, content } = mail;
  // Stands in no body: "=_" is nothing in quoted-printable text, and text that holds it is not sent as it is.
  const boundary = `=_${id}`;
  const headers: readonly (readonly [string, string])[] = [
    ['From', asMailbox(from)],
    ['To', asMailbox({ name: content.name ?? '', address: recipient })],
    ['Subject', asHeaderText(mail.subject)],
    ['Message-ID', messageIdOf(id, from)],
    ['Date', mail.createdAt.toUTCString().replace(/GMT$/, '+0000')],
    // Keeps out-of-office replies from answering a machine (RFC 3834).
    ['Auto-Submitted', 'auto-generated'],
    ...Object.entries(content.headers).map(([name, value]) => [name, asHeaderText(value)] as const),
    ['MIME-Version', '1.0'],
    ['Content-Type', `multipart/alternative; boundary="${boundary}"`],
  ];
  const lines = [
    ...headers.map(([name, value]) => foldHeader(`${name}: ${value}`)),
    '',
    ...writePart(boundary, 'text/plain', content.text),
    ...writePart(boundary, 'text/html', content.html),
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'utf8');
};

const asMailbox = ({ name = '', address }: MailAddress): string => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const plain = `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
  return name === '' ? plain : `${asPhrase(name)} <${plain}>`;
};

const writePart = (boundary: string, type: string, text: string): readonly string[] => {
  const { encoding, body } = encodeBody(text);
  return [`--${boundary}`, `Content-Type: ${type}; charset=utf-8`, `Content-Transfer-Encoding: ${encoding}`, '', body];
};
