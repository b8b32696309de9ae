import type { FastifyRequest } from 'fastify';
import type { Acting } from '../../accounts/index.ts';
import { type Principal, principalId, type TokenPrincipal, type UserPrincipal } from './principal.ts';

const principals = new WeakMap<FastifyRequest, Principal>();

/** Notes who calls: for the rule, the handler, and the line in the log. */
export const setPrincipal = (request: FastifyRequest, principal: Principal): void => {
  principals.set(request, principal);
  request.caller = `${principal.kind} ${principalId(principal)}`;
};

/** Who calls. A route whose rule asks for no credential must not ask. */
export const principalOf = (request: FastifyRequest): Principal => {
  const principal = principals.get(request);
  if (principal === undefined) throw new Error('The rule of this route asks nobody who they are.');
  return principal;
};

export const tokenPrincipalOf = (request: FastifyRequest): TokenPrincipal => {
  const principal = principalOf(request);
  if (principal.kind === 'user' || principal.kind === 'application') return principal;
  throw new Error('The rule of this route lets in others than users and applications.');
};

/** The signed-in user, on routes whose rule lets in nobody else. */
export const userOf = (request: FastifyRequest): UserPrincipal => {
  const principal = principalOf(request);
  if (principal.kind === 'user') return principal;
  throw new Error('The rule of this route lets in others than users.');
};

const actorKinds: Readonly<Record<Principal['kind'], string>> = {
  user: 'user',
  application: 'application',
  automationToken: 'automation-token',
  subscriptionKey: 'application',
};

/** Who acts, for the audit log. */
export const actingOf = (request: FastifyRequest): Acting => {
  const principal = principalOf(request);
  const id = principal.kind === 'subscriptionKey' ? principal.applicationId : principalId(principal);
  return {
    actor: { kind: actorKinds[principal.kind], id },
    supportCode: request.id,
    ipAddress: request.ip,
  };
};
