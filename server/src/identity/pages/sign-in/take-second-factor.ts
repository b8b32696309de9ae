import type { Acting, User } from '../../../accounts/index.ts';
import { verifySecondFactor } from '../../factors/index.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { addMethods } from './methods.ts';
import type { SignInProgress } from './sign-in-progress.ts';
import { takePasskeyFactor } from './take-passkey.ts';

export interface StepInput {
  readonly form: Readonly<Record<string, string>>;
  readonly interaction: string;
  readonly user: User;
  readonly progress: SignInProgress;
  readonly address: string;
}

/** A code of the app, a recovery code, or a passkey. */
export const takeSecondFactor = async (deps: PageDeps, acting: Acting, input: StepInput): Promise<SignInProgress> => {
  const { form, user, progress, address } = input;
  const answer = form.passkey ?? '';
  if (answer !== '') return await takePasskeyFactor(deps, acting, { ...input, userId: user.id, answer });
  const code = requireField(form, 'code', 'Enter the code.');
  await verifySecondFactor(deps, acting, { user, code, address });
  return { ...progress, methods: addMethods(progress.methods, 'otp', 'mfa') };
};
