import type { Database } from '../../platform/database/index.ts';
import { openMailContent } from '../../platform/mail/mail-content.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';

export interface SentMail {
  readonly subject: string;
  readonly text: string;
}

/** Mails that wait in the outbox for somebody, oldest first. */
export const readMails = async (
  deps: { readonly database: Database; readonly secretBox: SecretBox },
  address: string,
): Promise<SentMail[]> => {
  const rows = await deps.database
    .selectFrom('mails')
    .select(['id', 'subject', 'sealedContent'])
    .where('recipient', '=', address)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ id, subject, sealedContent }) => ({
    subject,
    text: sealedContent === null ? '' : openMailContent(deps.secretBox, id, sealedContent).text,
  }));
};
