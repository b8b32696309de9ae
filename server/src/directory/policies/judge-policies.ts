import { isPasswordTooOld, type PasswordPolicy } from '../../accounts/index.ts';

/** The policies in the order in which they are checked (contract B11). */
export const policyNames = ['platformTerms', 'subscription', 'serviceTerms', 'passwordAge'] as const;
export type PolicyName = (typeof policyNames)[number];

/** What is known of a user when policies are checked. */
export interface PolicyFacts {
  readonly platformTermsMissing: boolean;
  readonly serviceTermsMissing: boolean;
  /** Undefined where no subscription is asked for: without a service, or when the caller skips it. */
  readonly isSubscribed: boolean | undefined;
  /** Undefined for whoever has no password here. */
  readonly password: { readonly changedAt: Date; readonly mustChange: boolean } | undefined;
  /** Those that apply: the service's own, and those that services of the user have set for the whole platform. */
  readonly passwordPolicies: readonly PasswordPolicy[];
  readonly now: Date;
}

/** Which policies are violated, in order. None: the user may go on. */
export const judgePolicies = (facts: PolicyFacts): PolicyName[] => {
  const { password } = facts;
  const violated: Readonly<Record<PolicyName, boolean>> = {
    platformTerms: facts.platformTermsMissing,
    subscription: facts.isSubscribed === false,
    serviceTerms: facts.serviceTermsMissing,
    passwordAge:
      password !== undefined &&
      (password.mustChange ||
        facts.passwordPolicies.some((policy) => isPasswordTooOld(password.changedAt, policy, facts.now))),
  };
  return policyNames.filter((name) => violated[name]);
};
