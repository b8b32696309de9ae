import { hash } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { type AccessClaims, readAccessClaims } from './access-claims.ts';
import type { VerificationKeys } from './verification-keys.ts';

export interface TokenVerifier {
  /** What a token says that we signed for this API; undefined for everything else. Does not ask whether it was revoked. */
  verify(token: string): Promise<VerifiedToken | undefined>;
}

export interface VerifiedToken {
  /** Names the token without being it. */
  readonly fingerprint: string;
  readonly claims: AccessClaims;
}

export interface TokenVerifierDeps {
  readonly keys: VerificationKeys;
  readonly issuer: string;
  /** The application id of the platform API. */
  readonly audience: string;
  readonly now: () => Date;
  readonly mostRemembered?: number;
}

const longestToken = 8_192;
const defaultMostRemembered = 20_000;

interface Remembered extends VerifiedToken {
  readonly keyId: string;
}

/**
 * Checks signature, issuer, audience, time and kind of access tokens. A signature that was right stays right, so it is
 * computed once for a token and remembered by the token's hash, for as long as the token lives and its key counts.
 */
export const createTokenVerifier = (deps: TokenVerifierDeps): TokenVerifier => {
  const { keys, now, mostRemembered = defaultMostRemembered } = deps;
  const remembered = new Map<string, Remembered>();

  const remember = (token: Remembered): void => {
    remembered.set(token.fingerprint, token);
    if (remembered.size <= mostRemembered) return;
    const [oldest] = remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
  };

  const recall = async (fingerprint: string): Promise<Remembered | undefined> => {
    const known = remembered.get(fingerprint);
    if (known === undefined) return undefined;
    const isAlive = known.claims.expiresAt * 1000 > now().getTime() && (await keys.find(known.keyId)) !== undefined;
    if (!isAlive) remembered.delete(fingerprint);
    return isAlive ? known : undefined;
  };

  return {
    verify: async (token) => {
      if (token.length > longestToken) return undefined;
      const fingerprint = hash('sha256', token, 'base64url');
      const known = await recall(fingerprint);
      if (known !== undefined) return known;
      const keyId = readKeyId(token);
      const key = keyId === undefined ? undefined : await keys.find(keyId);
      if (keyId === undefined || key === undefined) return undefined;
      const claims = await checkToken(deps, token, key);
      if (claims === undefined) return undefined;
      const verified = { fingerprint, keyId, claims };
      remember(verified);
      return verified;
    },
  };
};

const readKeyId = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
};

type Key = NonNullable<Awaited<ReturnType<VerificationKeys['find']>>>;

const checkToken = async (deps: TokenVerifierDeps, token: string, key: Key): Promise<AccessClaims | undefined> => {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['ES256'],
      // An id token is no access token, whoever it was made for.
      typ: 'at+jwt',
      issuer: deps.issuer,
      audience: deps.audience,
      currentDate: deps.now(),
      requiredClaims: ['exp', 'sub'],
    });
    return readAccessClaims(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};
