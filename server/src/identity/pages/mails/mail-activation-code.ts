import type { User } from '../../../accounts/index.ts';
import { queueMail, renderMail } from '../../../platform/mail/index.ts';
import { footer, type MailDeps } from './mail-deps.ts';

/** The code with which somebody activates an account in an app (contract B13). */
export const mailActivationCode = async (
  deps: MailDeps,
  input: { readonly user: User; readonly code: string; readonly publicUrl: string },
): Promise<void> => {
  const { user, code, publicUrl } = input;
  const content = renderMail({
    title: `Your code: ${code}`,
    paragraphs: [
      `An account was made for you. Enter this code in the app to make it yours: ${code}`,
      'It is good for ten minutes.',
    ],
    action: { label: 'Enter it here instead', url: `${publicUrl}/identity/code` },
    footer,
  });
  await queueMail(deps, deps.transaction, {
    to: { name: user.displayName, address: user.email },
    subject: 'Activate your account',
    ...content,
  });
};
