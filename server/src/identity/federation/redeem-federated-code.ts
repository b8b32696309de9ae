import type { JWTPayload } from 'jose';
import type { IssuerMetadata } from './discover-issuer.ts';
import type { FederatedAttempt } from './federated-attempt.ts';
import type { Federation } from './federation.ts';
import { readFederationSecret } from './federation-secret.ts';
import { fetchJson, issuerFailed } from './limited-fetch.ts';
import { readClaims } from './read-claims.ts';
import { type FederationDeps, federationCallback } from './start-federated-sign-in.ts';
import { verifyForeignToken } from './verify-foreign-token.ts';

/** Turns the code into what the issuer says about the person. Everything that does not fit is one error. */
export const redeemFederatedCode = async (
  deps: FederationDeps,
  input: { readonly federation: Federation; readonly attempt: FederatedAttempt; readonly code: string },
): Promise<JWTPayload> => {
  try {
    return await redeem(deps, input);
  } catch (error) {
    throw issuerFailed(error);
  }
};

const redeem = async (
  deps: FederationDeps,
  { federation, attempt, code }: { federation: Federation; attempt: FederatedAttempt; code: string },
): Promise<JWTPayload> => {
  const metadata = await deps.discoverIssuer(federation.issuer);
  const secret = await readFederationSecret(deps, federation.id);
  const tokens = await fetchJson(metadata.tokenEndpoint, {
    method: 'POST',
    ...authenticate(metadata, federation.clientId, secret, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: federationCallback(deps.publicUrl),
      code_verifier: attempt.verifier,
    }),
  });
  const payload = await verifyForeignToken(String(tokens.id_token ?? ''), metadata.keys, {
    issuer: metadata.issuer,
    audience: federation.clientId,
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    now: new Date(),
  });
  if (payload.nonce !== attempt.nonce) throw new Error('The id token belongs to another sign-in.');
  const isForUsAlone = !Array.isArray(payload.aud) || payload.aud.length === 1;
  if ((!isForUsAlone || payload.azp !== undefined) && payload.azp !== federation.clientId) {
    throw new Error('The id token was issued to another client.');
  }
  const hasAddress = readClaims(payload, federation.claimMapping).email !== undefined;
  return hasAddress ? payload : await addUserinfo(metadata, payload, tokens.access_token);
};

const authenticate = (
  metadata: IssuerMetadata,
  clientId: string,
  secret: string | undefined,
  form: Readonly<Record<string, string>>,
): { readonly body: URLSearchParams; readonly headers: Record<string, string> } => {
  if (secret === undefined) return { body: new URLSearchParams({ ...form, client_id: clientId }), headers: {} };
  if (!metadata.takesBasic) {
    return { body: new URLSearchParams({ ...form, client_id: clientId, client_secret: secret }), headers: {} };
  }
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  return {
    body: new URLSearchParams(form),
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  };
};

/** Some issuers tell the address at userinfo only. What the signed token says comes first. */
const addUserinfo = async (metadata: IssuerMetadata, payload: JWTPayload, token: unknown): Promise<JWTPayload> => {
  if (metadata.userinfoEndpoint === undefined || typeof token !== 'string') return payload;
  const info = await fetchJson(metadata.userinfoEndpoint, { headers: { authorization: `Bearer ${token}` } });
  if (info.sub !== payload.sub) throw new Error('Userinfo is about somebody else.');
  return { ...info, ...payload };
};
