import { type Acting, findUser, forgiveSignInTries, takeSignInTry, type User } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { FactorDeps } from '../factor-deps.ts';
import { loadWebAuthn } from './load-web-authn.ts';
import { type PasskeyWithKey, selectPasskeyByCredential, takePasskeyUse } from './passkey-store.ts';
import { readPasskeyAnswer } from './read-passkey-answer.ts';
import type { RelyingParty } from './relying-party.ts';

export interface VerifyPasskeyInput {
  /** What the browser gave, as JSON. */
  readonly answer: string;
  readonly challenge: string;
  /** Whose passkey it must be; absent where the passkey says who signs in. */
  readonly userId?: string | undefined;
  readonly address: string;
}

export interface UsedPasskey {
  readonly user: User;
  /** In a device that cannot be copied, or synced between devices. */
  readonly kind: 'hardware' | 'software';
}

/** One sentence for an unknown passkey, somebody else's, a wrong signature and a copied key. */
const refused = (): AppError => {
  const message = 'That passkey is not right for this sign-in. Try again, or sign in another way.';
  return new AppError('unauthenticated', 'passkey.wrong', message, {
    details: [{ in: 'body', path: '/passkey', message }],
  });
};

/** Who proves to hold a registered passkey, and to be its owner by PIN, finger or face. */
export const verifyPasskey = async (
  deps: FactorDeps & { readonly party: RelyingParty },
  acting: Acting,
  input: VerifyPasskeyInput,
): Promise<UsedPasskey> => {
  const answer = readPasskeyAnswer(input.answer, 'signature');
  const tried = { email: `passkey ${answer.id.slice(0, 200)}`, address: input.address };
  await takeSignInTry(deps.database, tried);
  const passkey = await selectPasskeyByCredential(deps.database, answer.id);
  const isForeign = input.userId !== undefined && passkey?.userId !== input.userId;
  if (passkey === undefined || isForeign) throw refused();
  const user = await findUser(deps.database, { userId: passkey.userId, scope: 'everyTenant' });
  const verified = user.activated && !user.deactivated ? await check(deps, input, answer, passkey) : undefined;
  const accepted = await inTransaction(deps.database, async (transaction) => {
    const fits = verified !== undefined && (await takePasskeyUse(transaction, { id: passkey.id, ...verified }));
    if (fits) await forgiveSignInTries(transaction, tried);
    await recordAudit(transaction, {
      ...acting,
      action: fits ? 'user.passkey-accepted' : 'user.passkey-refused',
      target: { kind: 'user', id: user.id },
      tenantId: user.tenantId,
      details: { passkeyId: passkey.id },
    });
    return fits;
  });
  if (!accepted || verified === undefined) throw refused();
  return { user, kind: verified.kind };
};

const check = async (
  { party }: { readonly party: RelyingParty },
  input: VerifyPasskeyInput,
  answer: ReturnType<typeof readPasskeyAnswer<'signature'>>,
  passkey: PasskeyWithKey,
): Promise<{ signCount: number; backedUp: boolean; kind: UsedPasskey['kind'] } | undefined> => {
  const result = await (await loadWebAuthn())
    .verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: input.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // Whether the counter rose is decided by the database, in the same statement that moves it.
        counter: 0,
      },
    })
    .catch(() => undefined);
  if (result?.verified !== true) return undefined;
  const { newCounter, credentialBackedUp, credentialDeviceType } = result.authenticationInfo;
  return {
    signCount: newCounter,
    backedUp: credentialBackedUp,
    kind: credentialDeviceType === 'singleDevice' ? 'hardware' : 'software',
  };
};
