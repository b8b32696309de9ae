import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { PasswordHasher } from '../../platform/secrets/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import type { User } from '../users/user.ts';
import { replacePasswordHash, type SignInCandidate, selectSignInCandidates, setLastSignIn } from './password-store.ts';
import { forgiveSignInTries, returnSignInTry, type SignInTry, takeSignInTry } from './sign-in-throttle.ts';

export interface SignInDeps {
  readonly database: Database;
  readonly passwords: PasswordHasher;
}

export interface SignInInput extends SignInTry {
  readonly password: string;
  /** One tenant where the caller knows it; otherwise all accounts of the e-mail are tried. */
  readonly scope: TenantScope;
}

export interface SignedInAccount {
  readonly user: User;
  readonly passwordChangedAt: Date;
  /** The password opens only the page that changes it. */
  readonly mustChangePassword: boolean;
}

/**
 * The accounts of this e-mail that the password opens, at least one. An unknown e-mail, an account that is not active and
 * a wrong password give the same answer after the same work: one hash, one audit row.
 */
export const signInWithPassword = async (
  deps: SignInDeps,
  acting: Acting,
  input: SignInInput,
): Promise<SignedInAccount[]> => {
  const email = input.email.trim().normalize('NFC');
  await takeSignInTry(deps.database, input);
  const candidates = await selectSignInCandidates(deps.database, email, input.scope);
  const accepted = await keepFitting(deps, candidates, input);
  await inTransaction(deps.database, (transaction) => recordOutcome(transaction, acting, input, candidates, accepted));
  if (accepted.length === 0) {
    throw new AppError('unauthenticated', 'sign-in.refused', 'The e-mail address or the password is not right.');
  }
  await Promise.all(accepted.map((candidate) => renewHash(deps, candidate, input.password)));
  return accepted.map(({ user, password }) => ({
    user,
    passwordChangedAt: password.changedAt,
    mustChangePassword: password.mustChange,
  }));
};

const keepFitting = async (
  deps: SignInDeps,
  candidates: readonly SignInCandidate[],
  input: SignInInput,
): Promise<SignInCandidate[]> => {
  const hashes = candidates.length === 0 ? [undefined] : candidates.map(({ password }) => password.passwordHash);
  try {
    const fits = await Promise.all(hashes.map((hash) => deps.passwords.verify(input.password, hash)));
    return candidates.filter((_, place) => fits[place] === true);
  } catch (error) {
    await returnSignInTry(deps.database, input);
    throw error;
  }
};

const recordOutcome = async (
  transaction: Transaction,
  acting: Acting,
  input: SignInInput,
  candidates: readonly SignInCandidate[],
  accepted: readonly SignInCandidate[],
): Promise<void> => {
  if (accepted.length === 0) {
    const known = candidates[0]?.user;
    await recordAudit(transaction, {
      ...acting,
      action: 'user.sign-in-refused',
      target: { kind: 'user', id: known?.id },
      tenantId: known?.tenantId,
    });
    return;
  }
  await forgiveSignInTries(transaction, input);
  const users = accepted.map(({ user }) => user);
  await setLastSignIn(
    transaction,
    users.map(({ id }) => id),
  );
  await recordAudit(
    transaction,
    ...users.map((user) => ({
      ...acting,
      action: 'user.password-accepted' as const,
      target: { kind: 'user', id: user.id },
      tenantId: user.tenantId,
    })),
  );
};

const renewHash = async (deps: SignInDeps, { user, password }: SignInCandidate, text: string): Promise<void> => {
  if (!deps.passwords.needsRehash(password.passwordHash)) return;
  const fresh = await deps.passwords.hash(text);
  await replacePasswordHash(deps.database, user.id, password.passwordHash, fresh);
};
