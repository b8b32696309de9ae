import type { User } from '../../../accounts/index.ts';
import { queueMail, renderMail } from '../../../platform/mail/index.ts';
import { footer, type MailDeps } from './mail-deps.ts';

export const mailSignInCode = async (
  deps: MailDeps,
  input: { readonly user: User; readonly code: string; readonly tenantName: string | undefined },
): Promise<void> => {
  const { user, code, tenantName } = input;
  const account = tenantName === undefined ? '' : ` to your account of ${tenantName}`;
  const content = renderMail({
    title: `Your code: ${code}`,
    paragraphs: [
      `Enter this code in the window where you sign in${account}: ${code}`,
      'It is good for ten minutes and for that window only. Nobody from Portolan will ever ask you for it.',
      'If you are not signing in, you need not do anything. Without the code nobody gets in.',
    ],
    footer,
  });
  await queueMail(deps, deps.transaction, {
    to: { name: user.displayName, address: user.email },
    subject: 'Your code to sign in',
    ...content,
  });
};
