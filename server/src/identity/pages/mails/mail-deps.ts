import type { User } from '../../../accounts/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { queueMail, renderMail } from '../../../platform/mail/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import { currentLanguage, languageOf, speaking } from '../words/language.ts';
import { say } from '../words/say.ts';

/** Mails are queued with the change that they tell of. */
export interface MailDeps {
  readonly transaction: Transaction;
  readonly secretBox: SecretBox;
}

export interface AccountMail {
  readonly subject: string;
  readonly content: Pick<Parameters<typeof renderMail>[0], 'title' | 'paragraphs' | 'action'>;
}

/** Writes a mail in the language of its reader, or else in the one of the page that it comes from. */
export const queueAccountMail = async (
  deps: MailDeps,
  user: Pick<User, 'displayName' | 'email'> & Partial<Pick<User, 'language'>>,
  write: () => AccountMail,
): Promise<void> => {
  const mail = speaking(languageOf(user.language), () => {
    const { subject, content } = write();
    const footer = say('You get this mail because of your account at Portolan.');
    return { subject, ...renderMail({ ...content, footer, language: currentLanguage() }) };
  });
  await queueMail(deps, deps.transaction, { to: { name: user.displayName, address: user.email }, ...mail });
};
