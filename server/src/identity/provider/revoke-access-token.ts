import { createHash } from 'node:crypto';
import type { JWK } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { inTransaction, publish } from '../../platform/database/index.ts';
import { insertRevokedToken } from './revoked-token-store.ts';
import {
  createSignedTokenVerifier,
  type SignedTokenDeps,
  signedTokenOf,
  type VerifySignedToken,
} from './signed-access-token.ts';

/** By which a token is called revoked, and everybody who remembers it is told. */
export const revokedTokenHash = (tokenId: string): Buffer => createHash('sha256').update(tokenId).digest();

/**
 * Revokes signed access tokens one by one at the revocation endpoint (RFC 7009). The provider revokes only what it keeps,
 * and says so after it has found out who asks; then this does it. A token of another client, or one that is no token (any
 * more), is answered like one that was revoked.
 */
export const createTokenRevocation = (deps: SignedTokenDeps, keys: readonly JWK[]) => {
  const verify = createSignedTokenVerifier(deps.issuer, keys);
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const asked = signedTokenOf(ctx, 'revocation');
    if (asked === undefined) return;
    await revoke(deps, verify, asked.token, asked.clientId);
    ctx.status = 200;
    ctx.body = '';
  };
};

const revoke = async (
  { database }: SignedTokenDeps,
  verify: VerifySignedToken,
  token: string,
  clientId: string,
): Promise<void> => {
  const { jti, exp, azp } = (await verify(token)) ?? {};
  if (jti === undefined || exp === undefined || azp !== clientId) return;
  await inTransaction(database, async (transaction) => {
    const expiresAt = new Date(exp * 1000);
    await insertRevokedToken(transaction, { tokenHash: revokedTokenHash(jti), clientId, expiresAt });
    await publish(transaction, 'credential', jti);
  });
};
