import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import { indicatorOf } from '../../provider/api-indicator.ts';
import type { UserClaims } from '../find-token-principal.ts';
import { type ConsoleDeps, callbackAddress } from './console-deps.ts';

/**
 * Trades the code for an access token and gives what the token says. The provider is asked inside this process: the
 * public address need not be reachable from here, and neither code nor token travels.
 */
export const redeemCode = async (
  deps: ConsoleDeps,
  request: FastifyRequest,
  input: { readonly code: string; readonly verifier: string },
): Promise<UserClaims | undefined> => {
  const answer = await request.server.inject({
    method: 'POST',
    url: '/identity/token',
    remoteAddress: request.ip,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-supportcode': request.id },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: deps.consoleId,
      redirect_uri: callbackAddress(deps.publicUrl),
      resource: indicatorOf(deps.apiId),
      code: input.code,
      code_verifier: input.verifier,
    }).toString(),
  });
  if (answer.statusCode >= 500) {
    throw new AppError(
      'unavailable',
      'sign-in.unavailable',
      'Signing in does not work at the moment. Try again shortly.',
    );
  }
  if (answer.statusCode !== 200) return undefined;
  const { access_token: token } = answer.json<{ access_token?: unknown }>();
  const verified = typeof token === 'string' ? await deps.authenticator.verifier.verify(token) : undefined;
  const user = verified?.claims.user;
  if (verified === undefined || user === undefined || verified.claims.applicationId !== deps.consoleId)
    return undefined;
  const { subject, applicationId, tenantId, scopes, applicationVersion } = verified.claims;
  return { subject, applicationId, tenantId, scopes, applicationVersion, ...user };
};
