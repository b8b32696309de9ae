import { randomUUID } from 'node:crypto';
import type { User } from '../../../accounts/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import type { TotpEnrolment } from './find-pending-totp.ts';
import { makeTotpSecret, totpAddress } from './totp-code.ts';
import { sealTotpSecret } from './totp-secret.ts';
import { replacePendingTotp } from './totp-store.ts';

/** Makes a secret that counts for nothing until a code of it has been shown. What was confirmed before stays in force. */
export const startTotp = async (
  deps: { readonly transaction: Transaction; readonly box: SecretBox },
  input: { readonly user: Pick<User, 'id' | 'email'> },
): Promise<TotpEnrolment> => {
  const { user } = input;
  const id = randomUUID();
  const secret = makeTotpSecret();
  await replacePendingTotp(deps.transaction, {
    id,
    userId: user.id,
    sealedSecret: sealTotpSecret(deps.box, id, secret),
  });
  return { secret, address: totpAddress({ secret, account: user.email }) };
};
