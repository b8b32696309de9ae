import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { Acting, User } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction, type Transaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { FactorDeps } from '../factor-deps.ts';
import { countUnusedRecoveryCodes } from '../recovery/recovery-code-store.ts';
import { replaceRecoveryCodes } from '../recovery/replace-recovery-codes.ts';
import { loadWebAuthn } from './load-web-authn.ts';
import { passkeyAlgorithms } from './offer-passkey-registration.ts';
import { insertPasskey, type NewPasskey, selectPasskeys } from './passkey-store.ts';
import { readPasskeyAnswer } from './read-passkey-answer.ts';
import type { RelyingParty } from './relying-party.ts';

export const mostPasskeys = 20;
const noModel = '00000000-0000-0000-0000-000000000000';

export interface RegisterPasskeyInput {
  readonly user: Pick<User, 'id' | 'tenantId'>;
  /** What the browser gave, as JSON. */
  readonly answer: string;
  readonly challenge: string;
  readonly name: string;
}

/** Keeps a new passkey. The first factor of a user also gives recovery codes, to be shown once; empty otherwise. */
export const registerPasskey = async (
  deps: FactorDeps & { readonly party: RelyingParty },
  acting: Acting,
  input: RegisterPasskeyInput,
): Promise<readonly string[]> => {
  const answer = readPasskeyAnswer(input.answer, 'attestationObject');
  const verified = await (await loadWebAuthn())
    .verifyRegistrationResponse({
      response: answer,
      expectedChallenge: input.challenge,
      expectedOrigin: deps.party.origin,
      expectedRPID: deps.party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    })
    .catch(() => undefined);
  if (verified?.verified !== true) throw refused();
  const passkey = toRow(input, verified.registrationInfo, answer.response.transports ?? []);
  return await inTransaction(deps.database, (transaction) => keep(transaction, acting, input, passkey));
};

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

const toRow = (input: RegisterPasskeyInput, info: Registration, transports: readonly string[]): NewPasskey => ({
  userId: input.user.id,
  name: input.name.trim().slice(0, 100) || 'Passkey',
  credentialId: Buffer.from(info.credential.id, 'base64url'),
  publicKey: Buffer.from(info.credential.publicKey),
  signCount: info.credential.counter,
  transports: transports.filter((each) => /^[a-z-]{2,20}$/.test(each)).slice(0, 10),
  deviceType: info.credentialDeviceType,
  backedUp: info.credentialBackedUp,
  aaguid: info.aaguid === noModel ? null : info.aaguid,
});

const refused = (): AppError =>
  new AppError('invalid', 'passkey.refused', 'The passkey could not be checked. Try again.', {
    details: [{ in: 'body', path: '/passkey', message: 'The passkey could not be checked.' }],
  });

const keep = async (
  transaction: Transaction,
  acting: Acting,
  { user }: RegisterPasskeyInput,
  passkey: NewPasskey,
): Promise<readonly string[]> => {
  if ((await selectPasskeys(transaction, user.id)).length >= mostPasskeys) {
    throw new AppError(
      'conflict',
      'passkey.too-many',
      `There may be at most ${mostPasskeys} passkeys. Remove one first.`,
    );
  }
  const id = await insertPasskey(transaction, passkey);
  if (id === undefined) throw new AppError('conflict', 'passkey.known', 'This passkey is registered already.');
  await recordAudit(transaction, {
    ...acting,
    action: 'user.passkey-added',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { passkeyId: id, name: passkey.name },
  });
  if ((await countUnusedRecoveryCodes(transaction, user.id)) > 0) return [];
  return await replaceRecoveryCodes(transaction, acting, { user });
};
