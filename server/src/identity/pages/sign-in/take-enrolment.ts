import type { Acting } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { confirmTotp } from '../../factors/index.ts';
import { mailSecurityNotice } from '../mails/mail-security-notice.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { addMethods } from './methods.ts';
import type { SignInProgress } from './sign-in-progress.ts';
import type { StepInput } from './take-second-factor.ts';

/** The first code of a new authenticator app: sets it up and shows it at once. */
export const takeEnrolment = async (deps: PageDeps, acting: Acting, input: StepInput): Promise<SignInProgress> => {
  const { form, user, progress } = input;
  const code = requireField(form, 'code', 'Enter the code that the app shows.');
  const recoveryCodes = await confirmTotp(deps, acting, { userId: user.id, code });
  await inTransaction(deps.database, (transaction) =>
    mailSecurityNotice({ transaction, secretBox: deps.box }, { user, event: 'totpAdded', publicUrl: deps.publicUrl }),
  );
  return { ...progress, methods: addMethods(progress.methods, 'otp', 'mfa'), recoveryCodes };
};
