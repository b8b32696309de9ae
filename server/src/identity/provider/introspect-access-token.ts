import type { JWK, JWTPayload } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { readAccessClaims } from '../authenticate/access-claims.ts';
import { findTokenPrincipal } from '../authenticate/find-token-principal.ts';
import { createSignedTokenVerifier, type SignedTokenDeps, signedTokenOf } from './signed-access-token.ts';

/**
 * Tells about signed access tokens at the introspection endpoint (RFC 7662): the client that has one, and the API that it
 * is for. Everybody else learns what they would learn of no token at all, as of one that was revoked.
 */
export const createTokenIntrospection = (deps: SignedTokenDeps, keys: readonly JWK[]) => {
  const verify = createSignedTokenVerifier(deps.issuer, keys);
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const asked = signedTokenOf(ctx, 'introspection');
    if (asked === undefined) return;
    const payload = await verify(asked.token);
    const isTold = payload !== undefined && (payload.azp === asked.clientId || payload.aud === asked.clientId);
    ctx.status = 200;
    ctx.body = isTold && (await isAlive(deps, payload)) ? describe(payload) : { active: false };
  };
};

/** Everybody whom it names is still there, and nothing was revoked since. */
const isAlive = async ({ database }: SignedTokenDeps, payload: JWTPayload): Promise<boolean> => {
  const claims = readAccessClaims(payload);
  return claims !== undefined && (await findTokenPrincipal(database, claims)) !== undefined;
};

/** The numbers by which a revocation is felt mean nothing to others. */
const describe = ({ uver: _, cver: __, gid: ___, ...claims }: JWTPayload): object => ({
  active: true,
  token_type: 'Bearer',
  ...claims,
});
