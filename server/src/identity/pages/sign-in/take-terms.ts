import { type Acting, acceptTerms, type MissingTerms, type User } from '../../../accounts/index.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

/** Accepts the version that was shown; when another one came out meanwhile, the page shows that one. */
export const takeTerms = async (
  deps: { readonly database: Database },
  acting: Acting,
  input: {
    readonly form: Readonly<Record<string, string>>;
    readonly user: User;
    readonly missing: MissingTerms;
  },
): Promise<void> => {
  const { form, user, missing } = input;
  if (form.accept !== 'yes') {
    const message = 'To go on, accept the terms.';
    throw new AppError('invalid', 'terms.not-accepted', message, {
      details: [{ in: 'body', path: '/accept', message }],
    });
  }
  if (form.terms !== missing.terms.id) {
    throw new AppError('conflict', 'terms.changed', 'There is a newer version of the terms. Please read that one.');
  }
  await inTransaction(deps.database, (transaction) => acceptTerms(transaction, acting, { user, terms: missing.terms }));
};
