import type { PasswordReset } from '../../../accounts/index.ts';
import { say } from '../words/say.ts';
import { type MailDeps, queueAccountMail } from './mail-deps.ts';

export const mailPasswordReset = async (
  deps: MailDeps,
  input: { readonly reset: PasswordReset; readonly tenantName: string | undefined; readonly publicUrl: string },
): Promise<void> => {
  const { user, token } = input.reset;
  const { tenantName } = input;
  await queueAccountMail(deps, user, () => ({
    subject: say('Choose a new password'),
    content: {
      title: say('Choose a new password'),
      paragraphs: [
        tenantName === undefined
          ? say('Somebody, probably you, asked for a new password for your account.')
          : say('Somebody, probably you, asked for a new password for your account of {tenant}.', {
              tenant: tenantName,
            }),
        say('The link is good for half an hour and works once.'),
        say('If it was not you, you need not do anything. Your password stays as it is.'),
      ],
      action: {
        label: say('Choose a new password'),
        url: `${input.publicUrl}/identity/reset?${new URLSearchParams({ token })}`,
      },
    },
  }));
};
