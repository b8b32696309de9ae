import type { PasswordReset } from '../../accounts/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { queueMail, renderMail } from '../../platform/mail/index.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** The mail to somebody whom an administrator asks to choose a new password. */
export const mailPasswordLink = async (
  deps: Pick<PortalDeps, 'box' | 'publicUrl'>,
  transaction: Transaction,
  { user, token }: PasswordReset,
): Promise<void> => {
  const content = renderMail({
    title: 'Choose a new password',
    paragraphs: [
      'An administrator of Portolan asks you to choose a new password.',
      'The link is good for half an hour and works once. Until you use it your password stays as it is.',
    ],
    action: {
      label: 'Choose a new password',
      url: `${deps.publicUrl}/identity/reset?${new URLSearchParams({ token })}`,
    },
    footer: 'You get this mail because of your account at Portolan.',
  });
  const to = { name: user.displayName, address: user.email };
  await queueMail({ secretBox: deps.box }, transaction, { to, subject: 'Choose a new password', ...content });
};
