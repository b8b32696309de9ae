import type { User } from '../../../accounts/index.ts';
import { queueMail, renderMail } from '../../../platform/mail/index.ts';
import { footer, type MailDeps } from './mail-deps.ts';

export type SecurityEvent =
  | 'passwordChanged'
  | 'totpAdded'
  | 'totpRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesMade';

const words: Readonly<Record<SecurityEvent, string>> = {
  passwordChanged: 'The password of your account was changed.',
  totpAdded: 'An authenticator app was added to your account.',
  totpRemoved: 'The authenticator app was removed from your account.',
  passkeyAdded: 'A passkey was added to your account.',
  passkeyRemoved: 'A passkey was removed from your account.',
  recoveryCodesMade: 'New recovery codes were made for your account. The ones from before do not work any more.',
};

/** Tells the owner of an account what was done to it, so that a stranger's doing does not go unseen. */
export const mailSecurityNotice = async (
  deps: MailDeps,
  input: {
    readonly user: Pick<User, 'displayName' | 'email'>;
    readonly event: SecurityEvent;
    readonly publicUrl: string;
  },
): Promise<void> => {
  const { user, event, publicUrl } = input;
  const content = renderMail({
    title: words[event],
    paragraphs: [
      'If that was you, you need not do anything.',
      'If it was not, choose a new password at once: everybody who is signed in with your account is then signed out.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/identity/forgotten` },
    footer,
  });
  await queueMail(deps, deps.transaction, {
    to: { name: user.displayName, address: user.email },
    subject: 'A change to your account',
    ...content,
  });
};
