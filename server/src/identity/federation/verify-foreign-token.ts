import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';

/** Never `none`, never a key that both sides know. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Seconds by which clocks may differ. */
const clockTolerance = 60;

export interface ForeignTokenRules {
  readonly issuer: string;
  /** Of which the token must name one. */
  readonly audience: string | readonly string[];
  readonly requiredClaims: readonly string[];
  readonly now: Date;
}

/**
 * What a token of another issuer says: of somebody who signs in there, or of a job that runs there. Throws an error of
 * `jose` when it is not that issuer's, not for us, or not good at this time. How the keys are had is the caller's matter:
 * who may name an issuer decides which addresses may be asked.
 */
export const verifyForeignToken = async (
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience, requiredClaims, now }: ForeignTokenRules,
): Promise<JWTPayload> => {
  const rules = { issuer, audience: [audience].flat(), requiredClaims: [...requiredClaims], currentDate: now };
  const { payload } = await jwtVerify(token, keys, { ...rules, algorithms, clockTolerance });
  return payload;
};
