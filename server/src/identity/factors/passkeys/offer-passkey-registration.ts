import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { User } from '../../../accounts/index.ts';
import type { Handle } from '../../../platform/database/index.ts';
import { loadWebAuthn } from './load-web-authn.ts';
import { selectPasskeys } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** How long somebody may look for their key. */
export const passkeyMilliseconds = 300_000;
/** EdDSA, ES256 and RS256, by their COSE numbers: what authenticators have, without what Node still calls an experiment. */
export const passkeyAlgorithms = [-8, -7, -257];

/** What the browser needs to make a passkey for this user. It must verify its owner, by PIN, finger or face. */
export const offerPasskeyRegistration = async (
  deps: { readonly database: Handle; readonly party: RelyingParty },
  input: { readonly user: Pick<User, 'id' | 'email' | 'displayName'>; readonly challenge: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  const { user } = input;
  const known = await selectPasskeys(deps.database, user.id);
  return await (await loadWebAuthn()).generateRegistrationOptions({
    rpName: deps.party.name,
    rpID: deps.party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.displayName,
    challenge: new Uint8Array(Buffer.from(input.challenge, 'base64url')),
    timeout: passkeyMilliseconds,
    attestationType: 'none',
    supportedAlgorithmIDs: [...passkeyAlgorithms],
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
};
