import { subCodes } from '../error-form.ts';
import type { ValidationError } from '../wire/errors.ts';
import type { PolicyName } from './judge-policies.ts';
import type { PolicyViolation } from './validate-policies.ts';

const subCodeOf: Readonly<Record<PolicyName, number>> = {
  platformTerms: subCodes.termsMissing,
  subscription: subCodes.subscriptionMissing,
  serviceTerms: subCodes.termsMissing,
  passwordAge: subCodes.invalid,
};

const messageOf: Readonly<Record<PolicyName, string>> = {
  platformTerms: 'The user has not accepted the latest terms of use of the platform.',
  subscription: 'The user does not subscribe to the service.',
  serviceTerms: 'The user has not accepted the latest terms of use of the service.',
  passwordAge: 'The password of the user is too old and must be changed.',
};

/** The body of a 406: it speaks of the first thing that is in the way, and names all of them. */
export const toValidationError = (violation: PolicyViolation, supportCode: string): ValidationError => {
  const [first] = violation.violated;
  const waits = first === 'subscription' && violation.subscriptionState === 'pending';
  return {
    url: violation.url,
    violatedPolicies: [...violation.violated],
    SubscriptionMissing: violation.subscriptionMissing,
    message: waits ? 'The subscription of the user waits for its approval.' : messageOf[first],
    information: `policy.${first}`,
    subCode: subCodeOf[first],
    supportCode,
  };
};
