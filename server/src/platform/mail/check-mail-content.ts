import { AppError } from '../errors/app-error.ts';
import type { Mail } from './mail.ts';
import { hasControlCharacters } from './mail-address.ts';
import { checkMailLink, type MailLayout, type RenderedMail } from './render-mail.ts';

const mostSubject = 250;
const mostContentBytes = 512 * 1_024;
const mostHeaders = 20;
const mostHeaderValue = 900;
const mostDedupeKey = 200;

const headerName = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
/** Headers that the platform writes itself, or that would change who gets the mail and what it is made of. */
const ourHeaders =
  /^(from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-.*|return-path|received|resent-.*|dkim-.*|auto-submitted)$/i;

const refuse = (code: string, message: string): never => {
  throw new AppError('invalid', `mail.${code}`, message);
};

/** Refuses what cannot become a mail, above all line breaks that would smuggle headers into it. */
export const checkMailContent = (mail: Mail): void => {
  if (mail.subject.trim() === '' || mail.subject.length > mostSubject) {
    refuse('subject-invalid', `The subject of a mail has 1 to ${mostSubject} characters.`);
  }
  if (hasControlCharacters(mail.subject)) refuse('subject-invalid', 'The subject of a mail has no line breaks.');
  if ('layout' in mail) checkLayout(mail.layout);
  else checkTexts(mail);
  const key = mail.dedupeKey ?? 'none';
  if (key === '' || key.length > mostDedupeKey) {
    refuse(
      'dedupe-key-invalid',
      `The key that keeps a mail from being sent twice has 1 to ${mostDedupeKey} characters.`,
    );
  }
  checkHeaders(Object.entries(mail.headers ?? {}));
};

const checkTexts = ({ text, html }: RenderedMail): void => {
  if (text.trim() === '' || html.trim() === '') {
    refuse('content-missing', 'A mail needs its content as text and as HTML.');
  }
  if (Buffer.byteLength(text) + Buffer.byteLength(html) > mostContentBytes) refuseTooLarge();
};

/** The text stands in the written mail twice, and takes up to six times the room where it is escaped. */
const checkLayout = (layout: MailLayout): void => {
  if (layout.title.trim() === '') refuse('content-missing', 'A mail needs a title.');
  if (layout.action !== undefined) checkMailLink(layout.action.url);
  if (Buffer.byteLength(JSON.stringify(layout)) > mostContentBytes / 8) refuseTooLarge();
};

const refuseTooLarge = () =>
  refuse('content-too-large', `The content of a mail has at most ${mostContentBytes} bytes.`);

const checkHeaders = (headers: readonly (readonly [string, string])[]): void => {
  if (headers.length > mostHeaders) refuse('header-invalid', `A mail has at most ${mostHeaders} headers of its own.`);
  for (const [name, value] of headers) {
    if (!headerName.test(name)) refuse('header-invalid', 'The name of a mail header has letters, digits and hyphens.');
    if (ourHeaders.test(name)) refuse('header-invalid', `The mail header ${name} is written by the platform.`);
    if (value === '' || value.length > mostHeaderValue || hasControlCharacters(value)) {
      refuse('header-invalid', `The mail header ${name} has 1 to ${mostHeaderValue} characters and no line breaks.`);
    }
  }
};
