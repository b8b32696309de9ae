import type { Transaction } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';

/** Mails are queued with the change that they tell of. */
export interface MailDeps {
  readonly transaction: Transaction;
  readonly secretBox: SecretBox;
}

export const footer = 'You get this mail because of your account at Portolan.';
