import type { Handle } from '../../platform/database/index.ts';
import { type Passkey, selectPasskeys } from './passkeys/passkey-store.ts';
import { countUnusedRecoveryCodes } from './recovery/recovery-code-store.ts';
import { selectConfirmedTotp } from './totp/totp-store.ts';

/** What a user can prove besides the password. */
export interface Factors {
  readonly totp: boolean;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodesLeft: number;
}

export const readFactors = async (handle: Handle, input: { readonly userId: string }): Promise<Factors> => ({
  totp: (await selectConfirmedTotp(handle, input.userId)) !== undefined,
  passkeys: await selectPasskeys(handle, input.userId),
  recoveryCodesLeft: await countUnusedRecoveryCodes(handle, input.userId),
});

export const hasSecondFactor = (factors: Factors): boolean => factors.totp || factors.passkeys.length > 0;
