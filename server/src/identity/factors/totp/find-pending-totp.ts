import type { User } from '../../../accounts/index.ts';
import type { Handle } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import { totpAddress } from './totp-code.ts';
import { openTotpSecret } from './totp-secret.ts';
import { selectPendingTotp } from './totp-store.ts';

/** What an authenticator app needs, for the page that shows it. */
export interface TotpEnrolment {
  /** In base32, to be typed by hand. */
  readonly secret: string;
  /** For the QR code. */
  readonly address: string;
}

/** The enrolment that waits for its first code, so that the page can be loaded again; undefined when there is none. */
export const findPendingTotp = async (
  deps: { readonly database: Handle; readonly box: SecretBox },
  input: { readonly user: Pick<User, 'id' | 'email'> },
): Promise<TotpEnrolment | undefined> => {
  const row = await selectPendingTotp(deps.database, input.user.id);
  if (row === undefined) return undefined;
  const secret = openTotpSecret(deps.box, row);
  return { secret, address: totpAddress({ secret, account: input.user.email }) };
};
