import { type Acting, signInWithPassword } from '../../../accounts/index.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import type { SignInProgress } from './sign-in-progress.ts';

/** The first step: e-mail and password. May open several accounts of one e-mail. */
export const takePassword = async (
  deps: PageDeps,
  acting: Acting,
  input: { readonly form: Readonly<Record<string, string>>; readonly address: string },
): Promise<SignInProgress> => {
  const { form, address } = input;
  const email = requireField(form, 'email', 'Enter your e-mail address.');
  const password = requireField(form, 'password', 'Enter your password.');
  const accounts = await signInWithPassword(deps, acting, { email, password, address, scope: 'everyTenant' });
  return {
    methods: ['pwd'],
    accounts: accounts.map(({ user }) => ({ userId: user.id, credentialsVersion: user.credentialsVersion })),
    remember: form.remember === 'yes',
  };
};
