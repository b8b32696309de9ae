import type { User } from '../../../accounts/index.ts';
import { say } from '../words/say.ts';
import { type MailDeps, queueAccountMail } from './mail-deps.ts';

export const mailSignInCode = async (
  deps: MailDeps,
  input: { readonly user: User; readonly code: string; readonly tenantName: string | undefined },
): Promise<void> => {
  const { user, code, tenantName } = input;
  await queueAccountMail(deps, user, () => ({
    subject: say('Your code to sign in'),
    content: {
      title: say('Your code: {code}', { code }),
      paragraphs: [
        tenantName === undefined
          ? say('Enter this code in the window where you sign in: {code}', { code })
          : say('Enter this code in the window where you sign in to your account of {tenant}: {code}', {
              tenant: tenantName,
              code,
            }),
        say('It is good for ten minutes and for that window only. Nobody from Portolan will ever ask you for it.'),
        say('If you are not signing in, you need not do anything. Without the code nobody gets in.'),
      ],
    },
  }));
};
