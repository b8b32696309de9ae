import type { AddressKind } from '../../accounts/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { isMailAddress, queueMail, renderMail } from '../../platform/mail/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';

export interface AddressMailDeps {
  readonly transaction: Transaction;
  readonly secretBox: SecretBox;
}

const words: Readonly<Record<AddressKind, string>> = { email: 'e-mail address', phone: 'phone number' };
const reasons: Readonly<Record<AddressKind, string>> = {
  email: 'You get this mail because somebody gave your address for an account at Portolan.',
  phone: 'You get this mail because somebody gave a phone number for your account at Portolan.',
};

/**
 * The code that proves an address. That of an e-mail address goes to it; that of a phone number goes to the mailbox of the
 * account, because there is no way to phones here.
 */
export const mailAddressCode = async (
  deps: AddressMailDeps,
  input: { readonly kind: AddressKind; readonly to: string; readonly code: string },
): Promise<void> => {
  const what = words[input.kind];
  const content = renderMail({
    title: `Your code: ${input.code}`,
    paragraphs: [
      `Enter this code where you change your ${what}: ${input.code}`,
      'It is good for ten minutes. If it was not you who asked for it, you need not do anything.',
    ],
    footer: reasons[input.kind],
  });
  await queueMail(deps, deps.transaction, { to: input.to, subject: `Confirm your new ${what}`, ...content });
};

/** To the mailbox that was: its owner must hear of it when somebody else took the account away. */
export const mailAddressChanged = async (
  deps: AddressMailDeps,
  input: { readonly to: string; readonly publicUrl: string },
): Promise<void> => {
  if (!isMailAddress(input.to)) return;
  const content = renderMail({
    title: 'The e-mail address of your account was changed.',
    paragraphs: [
      'Mails about your account go to another address from now on.',
      'If that was not you, ask the administrator of the platform for help at once.',
    ],
    action: { label: 'Open the platform', url: input.publicUrl },
    footer: 'You get this mail because this was the address of your account at Portolan.',
  });
  await queueMail(deps, deps.transaction, { to: input.to, subject: 'A change to your account', ...content });
};
