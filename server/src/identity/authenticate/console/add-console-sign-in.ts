import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anyone } from '../../../platform/authorization/rule.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { hashToken, parseToken } from '../../../platform/secrets/index.ts';
import { issuerOf } from '../../provider/create-identity-provider.ts';
import { crossSite } from '../refusals.ts';
import { signOut } from '../sign-ins/sign-out.ts';
import { consoleTokenPrefix } from './authenticate-session.ts';
import { authorizeAddress } from './authorize-address.ts';
import { createConsoleCookie } from './console-cookie.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { consoleSessionSeconds, deleteConsoleSession } from './console-session-store.ts';
import { isFromConsole } from './is-from-console.ts';
import { openConsoleSession } from './open-console-session.ts';
import { readReturnPath } from './read-return-path.ts';
import { redeemCode } from './redeem-code.ts';
import { attemptSeconds, openAttempt, sealAttempt, startAttempt } from './sign-in-attempt.ts';

/** Why a sign-in came to nothing, for the console's page: it shows a sentence and a button to try again. */
type SignInProblem = 'expired' | 'refused' | 'failed';

const textOf = (query: unknown, name: string): string | undefined => {
  const value = (query as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** /auth/login, /auth/callback and /auth/logout: the console's own sign-in, whose tokens never reach the browser. */
export const addConsoleSignIn = (app: FastifyInstance, deps: ConsoleDeps): void => {
  app.get(
    '/auth/login',
    { config: { rule: anyone('the way in') }, schema: { operationId: 'signInAtConsole' } },
    async (request, reply) => {
      const attempt = startAttempt(readReturnPath(textOf(request.query, 'returnTo')), deps.now());
      reply.header('set-cookie', attemptCookieOf(deps).write(sealAttempt(deps.box, attempt), attemptSeconds));
      return await redirect(reply, authorizeAddress(deps, attempt));
    },
  );
  app.get(
    '/auth/callback',
    { config: { rule: anyone('the way in') }, schema: { operationId: 'returnToConsole' } },
    async (request, reply) => await finish(deps, request, reply),
  );
  app.post(
    '/auth/logout',
    { config: { rule: anyone('signing out twice is signing out') }, schema: { operationId: 'signOutOfConsole' } },
    async (request, reply) => await leave(deps, request, reply),
  );
};

/** Lax: the way back from an identity provider of the tenant comes from another site. */
const attemptCookieOf = ({ publicUrl }: ConsoleDeps) => createConsoleCookie(publicUrl, 'sign_in', 'Lax');

const redirect = async (reply: FastifyReply, address: string): Promise<FastifyReply> =>
  await reply.header('cache-control', 'no-store').redirect(address, 303);

const finish = async (deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { query } = request;
  const give = async (problem: SignInProblem) => await redirect(reply, `/?signIn=${problem}`);
  const attempt = openAttempt(deps.box, attemptCookieOf(deps).read(request.headers.cookie), deps.now());
  const [state, code, issuer] = ['state', 'code', 'iss'].map((name) => textOf(query, name));
  // Without the attempt of this browser the answer may be somebody else's, forced on it.
  if (attempt === undefined || state !== attempt.state) return await give('expired');
  reply.header('set-cookie', attemptCookieOf(deps).remove());
  if (issuer !== undefined && issuer !== issuerOf(deps.publicUrl)) return await give('failed');
  if (code === undefined) return await give('refused');
  const claims = await redeemCode(deps, request, { code, verifier: attempt.verifier });
  if (claims === undefined) return await give('failed');
  const from = { supportCode: request.id, ipAddress: request.ip, userAgent: request.headers['user-agent'] };
  const old = sessionToken(deps, request);
  const { token } = await inTransaction(deps.database, async (transaction) => {
    if (old !== undefined) await deleteConsoleSession(transaction, hashToken(old));
    return await openConsoleSession(transaction, from, claims);
  });
  request.caller = `user ${claims.subject}`;
  reply.header('set-cookie', deps.authenticator.sessionCookie.write(token, consoleSessionSeconds));
  return await redirect(reply, attempt.returnPath);
};

const sessionToken = (deps: ConsoleDeps, request: FastifyRequest): string | undefined => {
  const value = deps.authenticator.sessionCookie.read(request.headers.cookie);
  return value === undefined ? undefined : parseToken(value, consoleTokenPrefix)?.text;
};

const leave = async (deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  if (!isFromConsole(request.method, request.headers, deps.publicUrl)) throw crossSite();
  const principal = await deps.authenticator.session(request).catch(() => undefined);
  if (principal !== undefined) {
    const { userId } = principal;
    request.caller = `user ${userId}`;
    const acting = { actor: { kind: 'user', id: userId }, supportCode: request.id, ipAddress: request.ip };
    await inTransaction(deps.database, async (transaction) => {
      await signOut({ transaction, box: deps.box }, acting, principal);
    });
  }
  return await reply
    .header('set-cookie', deps.authenticator.sessionCookie.remove())
    .header('cache-control', 'no-store')
    .code(204)
    .send();
};
