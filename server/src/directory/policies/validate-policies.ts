import type { Database } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { judgePolicies, type PolicyName } from './judge-policies.ts';
import { policyPage } from './policy-page.ts';
import { type PolicyRow, selectApplicationAddresses, selectPolicyFacts } from './policy-store.ts';
import { checkReturnUrl, usualReturnUrl } from './return-url.ts';

export interface ValidatePoliciesInput {
  readonly userId: string;
  /** Absent: the policies of the platform alone. */
  readonly serviceId?: string | undefined;
  /** Who asks; the way back leads to a page of this application. */
  readonly application: { readonly id: string; readonly tenantId: string };
  /** Whose people the caller may know of. Subscribers of the service are known in any case. */
  readonly seesTenant: (tenantId: string) => boolean;
  readonly returnUrl?: string | undefined;
  readonly skipSubscriptionCheck: boolean;
}

/** What stands in the way, and where the user puts it right. */
export interface PolicyViolation {
  readonly violated: readonly [PolicyName, ...PolicyName[]];
  readonly subscriptionMissing: boolean;
  /** What there is of a subscription, such as one that waits for its approval. */
  readonly subscriptionState: string | null;
  readonly url: string;
}

/** Contract B11. Undefined: all policies are met. */
export const validatePolicies = async (
  deps: { readonly database: Database; readonly publicUrl: string },
  input: ValidatePoliciesInput,
): Promise<PolicyViolation | undefined> => {
  const { application, serviceId } = input;
  const returnUrl = await readReturnUrl(deps.database, input);
  const row = await selectPolicyFacts(deps.database, {
    userId: input.userId,
    serviceId,
    applicationId: application.id,
    applicationTenantId: application.tenantId,
  });
  if (row === undefined) throw notFound('user');
  if (serviceId !== undefined && !row.isServiceVisible) throw notFound('service');
  // In the words in which somebody is missed whom there is not (contract X2).
  if (row.subscriptionState === null && !input.seesTenant(row.userTenantId)) throw notFound('user');
  const isAsked = serviceId !== undefined && !input.skipSubscriptionCheck;
  const isSubscribed = isAsked ? row.subscriptionState === 'subscribing' : undefined;
  const [first, ...others] = judgePolicies({ ...row, ...passwordFactsOf(row), isSubscribed });
  if (first === undefined) return undefined;
  return {
    violated: [first, ...others],
    subscriptionMissing: isSubscribed === false,
    subscriptionState: row.subscriptionState,
    url: policyPage({ publicUrl: deps.publicUrl, policy: first, serviceId, returnUrl }),
  };
};

const notFound = (what: string): AppError => new AppError('notFound', `${what}.not-found`, `There is no such ${what}.`);

const readReturnUrl = async (database: Database, input: ValidatePoliciesInput): Promise<string | undefined> => {
  const { redirectUrls, applicationUrl } = await selectApplicationAddresses(database, input.application.id);
  if (input.returnUrl === undefined) return usualReturnUrl(applicationUrl);
  return checkReturnUrl(input.returnUrl, [...redirectUrls, ...(applicationUrl === null ? [] : [applicationUrl])]);
};

const passwordFactsOf = (row: PolicyRow) => ({
  password:
    row.passwordChangedAt === null
      ? undefined
      : { changedAt: row.passwordChangedAt, mustChange: row.passwordMustChange ?? false },
  passwordPolicies: row.passwordPolicies.map((policy) => ({ ...policy, enforced: true })),
});
