import type { MailTransport } from './mail-transport.ts';
import { openOutboxFolderTransport } from './outbox-folder-transport.ts';
import { parseSmtpUrl } from './parse-smtp-url.ts';

export interface MailTransportOptions {
  /** See parseSmtpUrl. Absent: mails become files in the folder. */
  readonly smtpUrl: string | undefined;
  readonly outboxFolder: string;
}

export const openMailTransport = async ({ smtpUrl, outboxFolder }: MailTransportOptions): Promise<MailTransport> => {
  if (smtpUrl === undefined) return openOutboxFolderTransport(outboxFolder);
  const { openSmtpTransport } = await import('./smtp-transport.ts');
  return openSmtpTransport({ server: parseSmtpUrl(smtpUrl) });
};
