import { takeSignInTry } from '../../../accounts/index.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import { behindTheAnswer } from '../behind-the-answer.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { currentLanguage } from '../words/language.ts';
import { mailSignInCodeJob } from './mail-sign-in-code.ts';
import type { SignInProgress } from './sign-in-progress.ts';

/** Asks for a code by mail. The same is done, and said, whether or not there is such an account. */
export const sendSignInCode = async (
  deps: PageDeps,
  input: {
    readonly form: Readonly<Record<string, string>>;
    readonly interaction: string;
    readonly address: string;
    readonly supportCode: string;
  },
): Promise<SignInProgress> => {
  const { form, interaction, address, supportCode } = input;
  const email = requireField(form, 'email', 'Enter your e-mail address.').trim().slice(0, 320);
  // Counted apart from tries to sign in: nobody shuts another out by asking for codes, or floods a mailbox with them.
  await takeSignInTry(deps.database, { email: `code ${email}`, address });
  const payload = { email, interaction, supportCode, ipAddress: address, language: currentLanguage() };
  await enqueue(deps.database, mailSignInCodeJob, payload, behindTheAnswer());
  return { methods: [], accounts: [], remember: form.remember === 'yes', codeSentTo: email };
};
