import { createHash } from 'node:crypto';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { type Database, inTransaction, publish } from '../../platform/database/index.ts';
import { insertRevokedToken } from './revoked-token-store.ts';

export interface RevokeAccessTokenDeps {
  readonly database: Database;
  readonly issuer: string;
}

type Next = () => Promise<void>;

/** By which a token is called revoked, and everybody who remembers it is told. */
export const revokedTokenHash = (tokenId: string): Buffer => createHash('sha256').update(tokenId).digest();

/**
 * Revokes signed access tokens one by one at the revocation endpoint (RFC 7009). The provider revokes only what it keeps,
 * and says so after it has found out who asks; then this does it. A token of another client, or one that is no token (any
 * more), is answered like one that was revoked.
 */
export const createTokenRevocation = (deps: RevokeAccessTokenDeps, keys: readonly JWK[]) => {
  const publicKeys = createLocalJWKSet({ keys: keys.map(({ d: _, ...key }) => key) });
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    await next();
    const client = ctx.oidc?.route === 'revocation' ? ctx.oidc.client : undefined;
    const { error } = (ctx.body ?? {}) as { error?: unknown };
    if (client === undefined || error !== 'unsupported_token_type') return;
    await revoke(deps, publicKeys, String(ctx.oidc.params?.token), client.clientId);
    ctx.status = 200;
    ctx.body = '';
  };
};

const revoke = async (
  { database, issuer }: RevokeAccessTokenDeps,
  keys: ReturnType<typeof createLocalJWKSet>,
  token: string,
  clientId: string,
): Promise<void> => {
  const checks = { issuer, typ: 'at+jwt', algorithms: ['ES256'], requiredClaims: ['exp', 'jti'] };
  const verified = await jwtVerify(token, keys, checks).catch(() => undefined);
  const { jti, exp, azp } = verified?.payload ?? {};
  if (jti === undefined || exp === undefined || azp !== clientId) return;
  await inTransaction(database, async (transaction) => {
    const expiresAt = new Date(exp * 1000);
    await insertRevokedToken(transaction, { tokenHash: revokedTokenHash(jti), clientId, expiresAt });
    await publish(transaction, 'credential', jti);
  });
};
