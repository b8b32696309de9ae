import { type Factors, hasSecondFactor } from './read-factors.ts';

export interface SecondFactorRules {
  readonly user: boolean;
  readonly tenant: boolean;
  readonly application: boolean;
}

export type SecondFactorNeed = 'none' | 'use' | 'enrol';

/** Whoever has a second factor uses it; whoever lacks one that the user, tenant or application requires gets one first. */
export const secondFactorNeed = (rules: SecondFactorRules, factors: Factors): SecondFactorNeed => {
  if (hasSecondFactor(factors)) return 'use';
  return rules.user || rules.tenant || rules.application ? 'enrol' : 'none';
};
