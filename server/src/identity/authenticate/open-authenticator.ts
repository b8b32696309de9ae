import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, NotificationBus } from '../../platform/database/index.ts';
import { countRequest, type RateLimiter } from '../../platform/http/rate-limit.ts';
import { issuerOf } from '../provider/create-identity-provider.ts';
import { authenticateAccessToken } from './authenticate-access-token.ts';
import { authenticateAutomationToken } from './authenticate-automation-token.ts';
import { authenticateKey } from './authenticate-key.ts';
import { authenticateSession } from './console/authenticate-session.ts';
import { type ConsoleCookie, createConsoleCookie } from './console/console-cookie.ts';
import { createCredentialCache } from './credential-cache.ts';
import {
  type AutomationPrincipal,
  type KeyPrincipal,
  type Principal,
  principalId,
  type TokenPrincipal,
  type UserPrincipal,
} from './principal.ts';
import { setPrincipal } from './principal-of.ts';
import { readSubscriptionKey } from './read-subscription-key.ts';
import { otherApplication, tokenMissing } from './refusals.ts';
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts';
import { openVerificationKeys } from './verification-keys.ts';

export interface AuthenticatorDeps {
  readonly database: Database;
  readonly bus: NotificationBus;
  /** Counts the requests of each key and token. */
  readonly keyLimiter: RateLimiter;
  readonly publicUrl: string;
  /** The application id of the platform API. */
  readonly apiId: string;
  readonly now: () => Date;
}

/** Finds out who calls, notes it on the request, and counts it against the caller's allowance, which the reply tells of. */
export interface Authenticator {
  /** Area A: the automation token of a project (contract X3). */
  automationToken(request: FastifyRequest, reply: FastifyReply): Promise<AutomationPrincipal>;
  /** A subscription key and nothing more, for the few operations that need no person (contract X1). */
  key(request: FastifyRequest, reply: FastifyReply): Promise<KeyPrincipal>;
  /** Areas B and C: subscription key, then access token, then that both are of one application (contract X2). */
  keyAndToken(request: FastifyRequest, reply: FastifyReply): Promise<TokenPrincipal>;
  /** The same, or a session of the console, which stands for key and token of the console itself. */
  keyAndTokenOrSession(request: FastifyRequest, reply: FastifyReply): Promise<TokenPrincipal>;
  /** The portal: an access token of the platform API, or a session of the console (contract P3). */
  tokenOrSession(request: FastifyRequest, reply: FastifyReply): Promise<TokenPrincipal>;
  readonly verifier: TokenVerifier;
  readonly sessionCookie: ConsoleCookie;
  /** A session of the console; undefined without its cookie. */
  session(request: FastifyRequest): Promise<UserPrincipal | undefined>;
  close(): void;
}

export const openAuthenticator = (deps: AuthenticatorDeps): Authenticator => {
  const { database, bus, publicUrl, apiId, keyLimiter } = deps;
  const verificationKeys = openVerificationKeys({ database, bus });
  const verifier = createTokenVerifier({
    keys: verificationKeys,
    issuer: issuerOf(publicUrl),
    audience: apiId,
    now: deps.now,
  });
  const automationTokens = createCredentialCache<AutomationPrincipal>({ bus });
  const keys = createCredentialCache<KeyPrincipal>({ bus });
  const tokens = createCredentialCache<TokenPrincipal>({ bus });
  const sessions = createCredentialCache<UserPrincipal>({ bus });
  const sessionCookie = createConsoleCookie(publicUrl, 'console', 'Strict');
  const parts = { database, automationTokens, keys, tokens, sessions, verifier, apiId, publicUrl, sessionCookie };

  const note = <Caller extends Principal>(request: FastifyRequest, reply: FastifyReply, principal: Caller): Caller => {
    setPrincipal(request, principal);
    countRequest(keyLimiter, `${principal.kind} ${principalId(principal)}`, reply);
    return principal;
  };

  const keyAndToken = async (request: FastifyRequest, reply: FastifyReply): Promise<TokenPrincipal> => {
    const key = note(request, reply, await authenticateKey(parts, request));
    const principal = await authenticateAccessToken(parts, request);
    if (principal.applicationId !== key.applicationId) throw otherApplication();
    setPrincipal(request, principal);
    return principal;
  };

  const hasToken = ({ headers }: FastifyRequest): boolean => (headers.authorization ?? '') !== '';

  return {
    automationToken: async (request, reply) => note(request, reply, await authenticateAutomationToken(parts, request)),
    key: async (request, reply) => note(request, reply, await authenticateKey(parts, request)),
    keyAndToken,
    keyAndTokenOrSession: async (request, reply) => {
      if (hasToken(request) || readSubscriptionKey(request) !== undefined) return await keyAndToken(request, reply);
      const principal = await authenticateSession(parts, request);
      return principal === undefined ? await keyAndToken(request, reply) : note(request, reply, principal);
    },
    tokenOrSession: async (request, reply) => {
      if (hasToken(request)) return note(request, reply, await authenticateAccessToken(parts, request));
      const principal = await authenticateSession(parts, request);
      if (principal === undefined) throw tokenMissing();
      return note(request, reply, principal);
    },
    session: async (request) => await authenticateSession(parts, request),
    verifier,
    sessionCookie,
    close: () => {
      verificationKeys.close();
      for (const cache of [automationTokens, keys, tokens, sessions]) cache.close();
    },
  };
};
