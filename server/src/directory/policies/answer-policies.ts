import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { TokenPrincipal } from '../../identity/authenticate/index.ts';
import type { Answer } from '../../platform/http/route.ts';
import { ValidationError } from '../wire/errors.ts';
import { toValidationError } from './to-validation-error.ts';
import type { PolicyViolation } from './validate-policies.ts';

export const returnUrlHeader = {
  returnUrl: Type.Optional(
    Type.String({ description: 'Where the user goes after putting it right: a page of the calling application.' }),
  ),
};

export const skipSubscriptionHeader = {
  skipSubscriptionCheck: Type.Optional(
    Type.Boolean({ description: '`true`: a missing subscription does not matter.' }),
  ),
};

export const policyAnswers: Readonly<Record<number, Answer>> = {
  204: { description: 'All policies are met.' },
  406: { description: 'Policies need attention: `url` is the page for it.', schema: ValidationError },
};

/** The application that calls, and the tenant that keeps it. */
export const callingApplication = (principal: TokenPrincipal): { readonly id: string; readonly tenantId: string } => ({
  id: principal.applicationId,
  tenantId: principal.kind === 'user' ? principal.applicationTenantId : principal.tenantId,
});

/** A violated policy is an outcome and not a failure: it is answered, not thrown. */
export const answerPolicies = (
  request: FastifyRequest,
  reply: FastifyReply,
  violation: PolicyViolation | undefined,
): unknown => {
  reply.header('cache-control', 'no-store');
  if (violation === undefined) return undefined;
  reply.code(406);
  return toValidationError(violation, request.id);
};
