import {
  findMissingTerms,
  findTenant,
  findUser,
  isPasswordTooOld,
  type MissingTerms,
  readPasswordState,
  type User,
} from '../../../accounts/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Factors, readFactors, secondFactorNeed } from '../../factors/index.ts';
import type { Registration } from '../../provider/registration.ts';
import type { NewPasswordReason } from '../views/new-password-view.ts';
import type { Method } from './methods.ts';
import { nextStep } from './next-step.ts';
import { selectPasswordPolicies } from './password-policy-store.ts';
import type { SignInProgress } from './sign-in-progress.ts';

/** Where a sign-in stands, with what its page shows. */
export type SignInStep =
  | { readonly kind: 'credentials' }
  | { readonly kind: 'emailCode'; readonly email: string }
  | { readonly kind: 'account'; readonly users: readonly User[] }
  | { readonly kind: 'secondFactor'; readonly user: User; readonly factors: Factors }
  | { readonly kind: 'enrol'; readonly user: User }
  | { readonly kind: 'recoveryCodes'; readonly user: User; readonly codes: readonly string[] }
  | { readonly kind: 'newPassword'; readonly user: User; readonly reason: NewPasswordReason }
  | { readonly kind: 'terms'; readonly user: User; readonly missing: MissingTerms }
  | { readonly kind: 'done'; readonly user: User };

/**
 * Asks the database anew at every step: what was proven stays proven only as long as the account is active and nobody
 * changed its credentials.
 */
export const findStep = async (
  deps: { readonly database: Database },
  client: Pick<Registration, 'id' | 'secondFactorRequired'>,
  progress: SignInProgress | undefined,
): Promise<SignInStep> => {
  if (progress === undefined) return { kind: 'credentials' };
  const users = await loadUsers(deps.database, progress);
  const [first] = users;
  if (first === undefined) {
    const { codeSentTo } = progress;
    return codeSentTo === undefined ? { kind: 'credentials' } : { kind: 'emailCode', email: codeSentTo };
  }
  const user = users.length === 1 ? first : users.find(({ id }) => id === progress.accountId);
  return user === undefined ? { kind: 'account', users } : await findLaterStep(deps.database, client, progress, user);
};

const loadUsers = async (database: Database, { accounts }: SignInProgress): Promise<User[]> => {
  const users: User[] = [];
  for (const { userId, credentialsVersion } of accounts) {
    const user = await findUser(database, { userId, scope: 'everyTenant' }).catch(nothingWhenMissing);
    if (user === undefined || user.credentialsVersion !== credentialsVersion) continue;
    if (!user.activated || user.deactivated) continue;
    const { deactivatedAt } = await findTenant(database, user.tenantId);
    if (deactivatedAt === null) users.push(user);
  }
  return users;
};

const nothingWhenMissing = (error: unknown): undefined => {
  if (error instanceof AppError && error.kind === 'notFound') return undefined;
  throw error;
};

const findLaterStep = async (
  database: Database,
  client: Pick<Registration, 'id' | 'secondFactorRequired'>,
  progress: SignInProgress,
  user: User,
): Promise<SignInStep> => {
  const { methods, recoveryCodes: codes = [] } = progress;
  const factors = await readFactors(database, { userId: user.id });
  const tenant = await findTenant(database, user.tenantId);
  const reason = await findPasswordReason(database, client.id, user.id, methods);
  const [missing] = await findMissingTerms(database, { userId: user.id });
  const rules = {
    user: user.secondFactorRequired,
    tenant: tenant.secondFactorRequired,
    application: client.secondFactorRequired,
  };
  const kind = nextStep({
    methods,
    secondFactor: secondFactorNeed(rules, factors),
    hasCodesToShow: codes.length > 0,
    newPassword: reason,
    missesTerms: missing !== undefined,
  });
  if (kind === 'secondFactor') return { kind, user, factors };
  if (kind === 'recoveryCodes') return { kind, user, codes };
  if (kind === 'newPassword' && reason !== undefined) return { kind, user, reason };
  if (kind === 'terms' && missing !== undefined) return { kind, user, missing };
  return kind === 'enrol' ? { kind, user } : { kind: 'done', user };
};

/** Only whoever came with the password is asked for a new one. */
const findPasswordReason = async (
  database: Database,
  applicationId: string,
  userId: string,
  methods: readonly Method[],
): Promise<NewPasswordReason | undefined> => {
  if (!methods.includes('pwd')) return undefined;
  const state = await readPasswordState(database, { userId });
  if (state === undefined) return undefined;
  if (state.mustChange) return 'mustChange';
  const policies = await selectPasswordPolicies(database, applicationId);
  return policies.some((policy) => isPasswordTooOld(state.changedAt, policy, state.now)) ? 'tooOld' : undefined;
};
