import { hash, randomUUID } from 'node:crypto';
import type { Database, NotificationBus } from '../../platform/database/index.ts';
import { hashToken } from '../../platform/secrets/index.ts';
import { createCredentialCache, type Found } from '../authenticate/credential-cache.ts';
import { clientMetadata } from './client-metadata.ts';
import { findApi } from './find-api.ts';
import { type ApplicationTokenRequest, readTokenRequest } from './read-token-request.ts';
import { matchSecret, selectRegistration } from './registration-store.ts';
import { rewriteScopes } from './rewrite-request.ts';
import { applicationTokenClaims } from './token-claims.ts';
import type { TokenSigner } from './token-signer.ts';

export interface ApplicationTokenDeps {
  readonly database: Database;
  readonly bus: NotificationBus;
  readonly issuer: string;
  /** With today's key. */
  readonly sign: () => TokenSigner;
}

/** The answer of the token endpoint (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: 'Bearer';
  readonly scope?: string;
}

export type IssueApplicationToken = (
  authorization: string | undefined,
  body: string,
) => Promise<TokenAnswer | undefined>;

const lifetime = 3600;

/** What every token of the same application for the same API says. */
interface TokenContent {
  readonly claims: object;
  readonly scope: string | undefined;
}

/**
 * Client credentials (contract X5) without the provider: machines ask for them all day. Only requests that are right in
 * every respect are answered here, with the token that the provider would give; for all others this has no answer, and the
 * provider says what is wrong. What was found right is remembered for less than a second, and no longer than until
 * somebody changes it.
 */
export const createApplicationTokens = (deps: ApplicationTokenDeps): IssueApplicationToken => {
  const contents = createCredentialCache<TokenContent>({ bus: deps.bus });
  return async (authorization, body) => {
    // Machines repeat themselves to the letter; whoever does not is read anew.
    const key = hash('sha256', `${authorization}\n${body}`, 'base64url');
    const content = await contents.find(key, async () => {
      const request = readTokenRequest(authorization, body);
      return request === undefined ? undefined : await findContent(deps, request);
    });
    if (content === undefined) return undefined;
    const iat = Math.floor(Date.now() / 1000);
    return {
      access_token: deps.sign()({ ...content.claims, jti: randomUUID(), iat, exp: iat + lifetime }),
      expires_in: lifetime,
      token_type: 'Bearer',
      ...(content.scope === undefined ? {} : { scope: content.scope }),
    };
  };
};

const findContent = async (
  deps: ApplicationTokenDeps,
  request: ApplicationTokenRequest,
): Promise<Found<TokenContent> | undefined> => {
  const { database, issuer } = deps;
  const client = await selectRegistration(database, request.clientId);
  if (client === undefined || clientMetadata(client)?.grant_types?.includes('client_credentials') !== true)
    return undefined;
  if (!(await matchSecret(database, client.id, hashToken(request.secret)))) return undefined;
  const find = async (indicator: string) => await findApi(database, client, indicator).catch(() => undefined);
  const parameters = new URLSearchParams({ grant_type: 'client_credentials' });
  if (request.scope !== undefined) parameters.set('scope', request.scope);
  if (request.resource !== undefined) parameters.set('resource', request.resource);
  const findScopes = async (_clientId: string, indicator: string) => (await find(indicator))?.scopes ?? [];
  await rewriteScopes({ parameters, findScopes }, client.id);
  const [indicator, ...others] = parameters.getAll('resource');
  const access = indicator === undefined || others.length > 0 ? undefined : await find(indicator);
  const asked = (parameters.get('scope') ?? '').split(' ').filter((name) => name !== '');
  if (access === undefined || !asked.every((name) => access.scopes.includes(name))) return undefined;
  const scope = asked.length === 0 ? undefined : asked.join(' ');
  const claims = {
    ...applicationTokenClaims(client, scope),
    sub: client.servicePrincipalId ?? client.id,
    scope,
    client_id: client.id,
    iss: issuer,
    aud: access.api.id,
  };
  return { value: { claims, scope }, subjects: [client.id, access.api.id, client.tenantId] };
};
