import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/index.ts';
import { hashToken, parseToken } from '../../../platform/secrets/index.ts';
import type { CredentialCache, Found } from '../credential-cache.ts';
import { findUserPrincipal } from '../find-token-principal.ts';
import type { UserPrincipal } from '../principal.ts';
import { crossSite, sessionInvalid } from '../refusals.ts';
import type { ConsoleCookie } from './console-cookie.ts';
import { noteSessionUse, selectConsoleSession } from './console-session-store.ts';
import { isFromConsole } from './is-from-console.ts';

export interface SessionDeps {
  readonly database: Database;
  readonly sessions: CredentialCache<UserPrincipal>;
  readonly sessionCookie: ConsoleCookie;
  readonly publicUrl: string;
}

/** What the cookie holds: `ptl_ses_...`, of which the database knows only the hash. */
export const consoleTokenPrefix = 'ptl_ses';

/** The person who is signed in at the console; undefined when the request has no such cookie. */
export const authenticateSession = async (
  deps: SessionDeps,
  request: FastifyRequest,
): Promise<UserPrincipal | undefined> => {
  const value = deps.sessionCookie.read(request.headers.cookie);
  if (value === undefined) return undefined;
  if (!isFromConsole(request.method, request.headers, deps.publicUrl)) throw crossSite();
  const token = parseToken(value, consoleTokenPrefix)?.text;
  if (token === undefined) throw sessionInvalid();
  const principal = await deps.sessions.find(hash('sha256', token, 'base64url'), () => findSession(deps, token));
  if (principal === undefined) throw sessionInvalid();
  return principal;
};

const findSession = async ({ database }: SessionDeps, token: string): Promise<Found<UserPrincipal> | undefined> => {
  const tokenHash = hashToken(token);
  const session = await selectConsoleSession(database, tokenHash);
  if (session === undefined) return undefined;
  const { sessionId } = session;
  const found = await findUserPrincipal(database, { ...session.claims, sessionId });
  if (found === undefined) return undefined;
  if (session.isUseDue) await noteSessionUse(database, tokenHash);
  return { value: found.value, subjects: [...found.subjects, sessionId] };
};
