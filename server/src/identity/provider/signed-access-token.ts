import { createLocalJWKSet, type JWK, type JWTPayload, jwtVerify } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../platform/database/index.ts';
import { accessTokenAlgorithm } from './signing-key-store.ts';

export interface SignedTokenDeps {
  readonly database: Database;
  readonly issuer: string;
}

/** What a token says that we signed for whichever API; undefined when it is none, or none any more. */
export type VerifySignedToken = (token: string) => Promise<JWTPayload | undefined>;

export const createSignedTokenVerifier = (issuer: string, keys: readonly JWK[]): VerifySignedToken => {
  const publicKeys = createLocalJWKSet({ keys: keys.filter(({ kty }) => kty === 'EC').map(({ d: _, ...key }) => key) });
  const checks = { issuer, typ: 'at+jwt', algorithms: [accessTokenAlgorithm], requiredClaims: ['exp', 'jti'] };
  return async (token) => (await jwtVerify(token, publicKeys, checks).catch(() => undefined))?.payload;
};

/**
 * The signed token that a client asks an endpoint about. The provider knows only what it keeps, and says so after it has
 * found out who asks; undefined for every other answer.
 */
export const signedTokenOf = (
  ctx: KoaContextWithOIDC,
  route: 'introspection' | 'revocation',
): { readonly token: string; readonly clientId: string } | undefined => {
  const client = ctx.oidc?.route === route ? ctx.oidc.client : undefined;
  const { error } = (ctx.body ?? {}) as { error?: unknown };
  if (client === undefined || error !== 'unsupported_token_type') return undefined;
  return { token: String(ctx.oidc.params?.token), clientId: client.clientId };
};
