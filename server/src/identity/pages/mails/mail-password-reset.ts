import type { PasswordReset } from '../../../accounts/index.ts';
import { queueMail, renderMail } from '../../../platform/mail/index.ts';
import { footer, type MailDeps } from './mail-deps.ts';

export const mailPasswordReset = async (
  deps: MailDeps,
  input: { readonly reset: PasswordReset; readonly tenantName: string | undefined; readonly publicUrl: string },
): Promise<void> => {
  const { user, token } = input.reset;
  const account = input.tenantName === undefined ? 'your account' : `your account of ${input.tenantName}`;
  const content = renderMail({
    title: 'Choose a new password',
    paragraphs: [
      `Somebody, probably you, asked for a new password for ${account}.`,
      'The link is good for half an hour and works once.',
      'If it was not you, you need not do anything. Your password stays as it is.',
    ],
    action: {
      label: 'Choose a new password',
      url: `${input.publicUrl}/identity/reset?${new URLSearchParams({ token })}`,
    },
    footer,
  });
  await queueMail(deps, deps.transaction, {
    to: { name: user.displayName, address: user.email },
    subject: 'Choose a new password',
    ...content,
  });
};
