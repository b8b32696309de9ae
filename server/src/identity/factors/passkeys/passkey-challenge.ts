import { createHmac } from 'node:crypto';
import type { KeyRing } from '../../../platform/secrets/index.ts';

export type PasskeyPurpose = 'signIn' | 'secondFactor' | 'registration';

/**
 * The challenge of one occasion. `occasion` must hold something random that only this browser's cookie gives and that
 * ends with the occasion, such as the id of the interaction: then nobody can foresee the challenge, an answer fits no other
 * occasion, and nothing needs to be stored.
 */
export const passkeyChallenge = (ring: KeyRing, purpose: PasskeyPurpose, occasion: readonly string[]): string =>
  createHmac('sha256', ring.current.derive('passkey challenges'))
    .update(JSON.stringify([purpose, ...occasion]))
    .digest('base64url');
