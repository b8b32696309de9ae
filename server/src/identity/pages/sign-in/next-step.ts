import type { SecondFactorNeed } from '../../factors/index.ts';
import type { NewPasswordReason } from '../views/new-password-view.ts';
import { hasTwoFactors, type Method } from './methods.ts';

/** What is known of a sign-in once the account is. */
export interface StepFacts {
  readonly methods: readonly Method[];
  readonly secondFactor: SecondFactorNeed;
  readonly hasCodesToShow: boolean;
  readonly newPassword: NewPasswordReason | undefined;
  readonly missesTerms: boolean;
}

export type LaterStep = 'secondFactor' | 'enrol' | 'recoveryCodes' | 'newPassword' | 'terms' | 'done';

/** The order of the steps: first everything that proves who it is, then what the person still has to do. */
export const nextStep = (facts: StepFacts): LaterStep => {
  if (!hasTwoFactors(facts.methods) && facts.secondFactor === 'use') return 'secondFactor';
  if (!hasTwoFactors(facts.methods) && facts.secondFactor === 'enrol') return 'enrol';
  if (facts.hasCodesToShow) return 'recoveryCodes';
  if (facts.newPassword !== undefined) return 'newPassword';
  return facts.missesTerms ? 'terms' : 'done';
};
