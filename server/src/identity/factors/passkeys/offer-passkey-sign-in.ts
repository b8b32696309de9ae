import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { loadWebAuthn } from './load-web-authn.ts';
import { passkeyMilliseconds } from './offer-passkey-registration.ts';
import type { Passkey } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** What the browser needs to use a passkey: one of those given, or without any given whichever the person picks. */
export const offerPasskeySignIn = async (
  party: RelyingParty,
  input: { readonly challenge: string; readonly passkeys?: readonly Passkey[] },
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  await (await loadWebAuthn()).generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(Buffer.from(input.challenge, 'base64url')),
    timeout: passkeyMilliseconds,
    userVerification: 'required',
    allowCredentials: (input.passkeys ?? []).map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  });
