import { type Acting, findUser, preparePassword, setPassword, verifyPassword } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { deleteSignInsOfUser } from '../end-sign-ins-store.ts';
import { mailSecurityNotice } from '../mails/mail-security-notice.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import type { SignInProgress } from './sign-in-progress.ts';
import type { StepInput } from './take-second-factor.ts';

const refuse = (code: string, name: string, message: string): never => {
  throw new AppError('invalid', code, message, { details: [{ in: 'body', path: `/${name}`, message }] });
};

/** A new password in the middle of a sign-in: the old one was shown a moment ago. */
export const takeNewPassword = async (
  deps: PageDeps,
  acting: Acting,
  input: StepInput & { readonly sessionUid: string | undefined },
): Promise<SignInProgress> => {
  const { form, user, progress } = input;
  const text = requireField(form, 'newPassword', 'Choose a new password.');
  if (text !== form.newPasswordRepeat) {
    refuse('password.repeat-differs', 'newPasswordRepeat', 'The two spellings of the new password differ.');
  }
  const password = await preparePassword(deps, { password: text, owner: user, member: 'newPassword' });
  if (await verifyPassword(deps, { userId: user.id, password: text })) {
    refuse('password.unchanged', 'newPassword', 'The new password is the old one.');
  }
  const changed = await inTransaction(deps.database, async (transaction) => {
    await setPassword(transaction, acting, { userId: user.id, scope: { tenantId: user.tenantId }, password });
    await deleteSignInsOfUser(transaction, user.id, input.sessionUid);
    const event = 'passwordChanged' as const;
    await mailSecurityNotice({ transaction, secretBox: deps.box }, { user, event, publicUrl: deps.publicUrl });
    return await findUser(transaction, { userId: user.id, scope: 'everyTenant' });
  });
  return { ...progress, accounts: [{ userId: user.id, credentialsVersion: changed.credentialsVersion }] };
};
