import type { User } from '../../../accounts/index.ts';
import { say, type Text } from '../words/say.ts';
import { type MailDeps, queueAccountMail } from './mail-deps.ts';

export type SecurityEvent =
  | 'passwordChanged'
  | 'totpAdded'
  | 'totpRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesMade';

const words: Readonly<Record<SecurityEvent, Text>> = {
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
    readonly user: Pick<User, 'displayName' | 'email'> & Partial<Pick<User, 'language'>>;
    readonly event: SecurityEvent;
    readonly publicUrl: string;
  },
): Promise<void> => {
  const { user, event, publicUrl } = input;
  await queueAccountMail(deps, user, () => ({
    subject: say('A change to your account'),
    content: {
      title: say(words[event]),
      paragraphs: [
        say('If that was you, you need not do anything.'),
        say(
          'If it was not, choose a new password at once: everybody who is signed in with your account is then signed out.',
        ),
      ],
      action: { label: say('Choose a new password'), url: `${publicUrl}/identity/forgotten` },
    },
  }));
};
