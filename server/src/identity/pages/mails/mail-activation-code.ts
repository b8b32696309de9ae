import type { User } from '../../../accounts/index.ts';
import { say } from '../words/say.ts';
import { type MailDeps, queueAccountMail } from './mail-deps.ts';

/** The code with which somebody activates an account in an app (contract B13). */
export const mailActivationCode = async (
  deps: MailDeps,
  input: { readonly user: User; readonly code: string; readonly publicUrl: string },
): Promise<void> => {
  const { user, code, publicUrl } = input;
  await queueAccountMail(deps, user, () => ({
    subject: say('Activate your account'),
    content: {
      title: say('Your code: {code}', { code }),
      paragraphs: [
        say('An account was made for you. Enter this code in the app to make it yours: {code}', { code }),
        say('It is good for ten minutes.'),
      ],
      action: { label: say('Enter it here instead'), url: `${publicUrl}/identity/code` },
    },
  }));
};
