import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { verifyAutomationToken } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { CredentialCache } from './credential-cache.ts';
import type { AutomationPrincipal } from './principal.ts';
import { readBearerToken } from './read-bearer-token.ts';
import { tokenInvalid, tokenMissing } from './refusals.ts';

export interface AutomationTokenDeps {
  readonly database: Database;
  readonly automationTokens: CredentialCache<AutomationPrincipal>;
}

/** Contract X3: who calls with an automation token of a project. */
export const authenticateAutomationToken = async (
  deps: AutomationTokenDeps,
  request: FastifyRequest,
): Promise<AutomationPrincipal> => {
  const { authorization } = request.headers;
  if (authorization === undefined || authorization === '') throw tokenMissing();
  const token = readBearerToken(authorization);
  if (token === undefined) throw tokenInvalid();
  const principal = await deps.automationTokens.find(hash('sha256', token, 'base64url'), async () => {
    const caller = await verifyAutomationToken(deps, { token });
    if (caller === undefined) return undefined;
    const { tokenId, projectId, tenantId, name, externalSubject } = caller;
    const value = { kind: 'automationToken' as const, tokenId, tokenName: name, projectId, tenantId, externalSubject };
    return { value, subjects: [tokenId, projectId, tenantId] };
  });
  if (principal === undefined) throw tokenInvalid();
  return principal;
};
