import { Type } from 'typebox';
import { linkedApplication, tokenPrincipalOf } from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { withFailures } from '../my/with-failures.ts';
import { seesTenant } from '../this/seen-tenants.ts';
import {
  answerPolicies,
  callingApplication,
  policyAnswers,
  returnUrlHeader,
  skipSubscriptionHeader,
} from './answer-policies.ts';
import { validatePolicies } from './validate-policies.ts';

const uuid = Type.String({ format: 'uuid' });

/** Policies of one subscriber, asked by the application. */
export const subscriberPolicyRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const authenticate = deps.authenticator.keyAndToken;
  return [
    defineRoute({
      method: 'GET',
      path: '/this/services/{serviceId}/subscribers/{userId}/policy/validate()',
      operationId: 'validateSubscriberPolicies',
      tag: 'This',
      summary: 'Check the policies of a user for a service',
      rule: linkedApplication({ authenticate, database: deps.database }, { needs: 'read', parameter: 'serviceId' }),
      params: Type.Object({ serviceId: uuid, userId: uuid }),
      headers: Type.Object({ ...returnUrlHeader, ...skipSubscriptionHeader }),
      answers: policyAnswers,
      handler: async ({ params, headers, request, reply }) => {
        const principal = tokenPrincipalOf(request);
        const violation = await validatePolicies(deps, {
          userId: params.userId.toLowerCase(),
          serviceId: params.serviceId.toLowerCase(),
          application: callingApplication(principal),
          seesTenant: seesTenant(principal),
          returnUrl: headers.returnUrl,
          skipSubscriptionCheck: headers.skipSubscriptionCheck ?? false,
        });
        return answerPolicies(request, reply, violation);
      },
    }),
  ].map(withFailures);
};
