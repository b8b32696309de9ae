import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/index.ts';
import { platformScope } from '../applications/platform-registrations.ts';
import type { CredentialCache } from './credential-cache.ts';
import { findTokenPrincipal } from './find-token-principal.ts';
import type { TokenPrincipal } from './principal.ts';
import { readBearerToken } from './read-bearer-token.ts';
import { scopeMissing, tokenInvalid, tokenMissing } from './refusals.ts';
import type { TokenVerifier } from './token-verifier.ts';

export interface AccessTokenDeps {
  readonly database: Database;
  readonly verifier: TokenVerifier;
  readonly tokens: CredentialCache<TokenPrincipal>;
}

/** Contract X4: the user or application that an access token of the platform API speaks for. */
export const authenticateAccessToken = async (
  deps: AccessTokenDeps,
  request: FastifyRequest,
): Promise<TokenPrincipal> => {
  const { authorization } = request.headers;
  if (authorization === undefined || authorization === '') throw tokenMissing();
  const token = readBearerToken(authorization);
  const verified = token === undefined ? undefined : await deps.verifier.verify(token);
  if (verified === undefined) throw tokenInvalid();
  const { fingerprint, claims } = verified;
  const principal = await deps.tokens.find(fingerprint, () => findTokenPrincipal(deps.database, claims));
  if (principal === undefined) throw tokenInvalid();
  if (principal.kind === 'user' && !principal.scopes.includes(platformScope)) throw scopeMissing(platformScope);
  return principal;
};
