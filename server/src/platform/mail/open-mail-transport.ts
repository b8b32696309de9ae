import type { MailTransport } from './mail-transport.ts';
import { openOutboxFolderTransport } from './outbox-folder-transport.ts';
import { parseSmtpUrl } from './parse-smtp-url.ts';
import { openSmtpTransport } from './smtp-transport.ts';

export interface MailTransportOptions {
  /** See parseSmtpUrl. Absent: mails become files in the folder. */
  readonly smtpUrl: string | undefined;
  readonly outboxFolder: string;
}

export const openMailTransport = ({ smtpUrl, outboxFolder }: MailTransportOptions): MailTransport =>
  smtpUrl === undefined
    ? openOutboxFolderTransport(outboxFolder)
    : openSmtpTransport({ server: parseSmtpUrl(smtpUrl) });
