import { Type } from 'typebox';
import { userOf } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import {
  answerPolicies,
  callingApplication,
  policyAnswers,
  returnUrlHeader,
  skipSubscriptionHeader,
} from '../policies/answer-policies.ts';
import { validatePolicies } from '../policies/validate-policies.ts';

const tag = 'My';

/** What the user has to settle before going on (contract B11). */
export const myPolicyRoutes = (deps: DirectoryDeps, rule: Rule): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/my/policies/{serviceId}/validate()',
    operationId: 'validateMyServicePolicies',
    tag,
    summary: 'Check the policies of the signed-in user for a service',
    rule,
    params: Type.Object({ serviceId: Type.String({ format: 'uuid' }) }),
    headers: Type.Object({ ...returnUrlHeader, ...skipSubscriptionHeader }),
    answers: policyAnswers,
    handler: async ({ params, headers, request, reply }) => {
      const principal = userOf(request);
      const violation = await validatePolicies(deps, {
        userId: principal.userId,
        serviceId: params.serviceId.toLowerCase(),
        application: callingApplication(principal),
        seesTenant: () => true,
        returnUrl: headers.returnUrl,
        skipSubscriptionCheck: headers.skipSubscriptionCheck ?? false,
      });
      return answerPolicies(request, reply, violation);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/my/policies/validate()',
    operationId: 'validateMyPolicies',
    tag,
    summary: 'Check the policies of the signed-in user for the platform',
    rule,
    headers: Type.Object(returnUrlHeader),
    answers: policyAnswers,
    handler: async ({ headers, request, reply }) => {
      const principal = userOf(request);
      const violation = await validatePolicies(deps, {
        userId: principal.userId,
        application: callingApplication(principal),
        seesTenant: () => true,
        returnUrl: headers.returnUrl,
        skipSubscriptionCheck: true,
      });
      return answerPolicies(request, reply, violation);
    },
  }),
];
