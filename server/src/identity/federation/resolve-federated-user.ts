import {
  type Acting,
  changeProfile,
  endUserSessions,
  findUser,
  findUsersByEmail,
  type ProfileChanges,
  registerUser,
  type User,
} from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import {
  deleteRecordsOfUser,
  handAccountOver,
  hasOtherIdentity,
  insertFederatedIdentity,
  takeFederatedIdentity,
} from './federated-identity-store.ts';
import type { Federation } from './federation.ts';
import type { FederatedPerson } from './read-claims.ts';

const refuse = (code: string, message: string): never => {
  throw new AppError('forbidden', `federation.${code}`, message);
};

/**
 * The account of whoever signed in at the tenant's issuer: the one tied to the subject, else the one with the address, else
 * a new one where the federation allows it. Always in the federation's own tenant.
 */
export const resolveFederatedUser = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly federation: Federation; readonly person: FederatedPerson },
): Promise<User> => {
  const { federation, person } = input;
  const known = await takeFederatedIdentity(transaction, federation, person.subject);
  const userId = known ?? (await adopt(transaction, acting, federation, person));
  const scope = { tenantId: federation.tenantId };
  const user = await findUser(transaction, { userId, scope });
  if (user.deactivated) refuse('deactivated', 'Your account here is deactivated. Ask your administrator.');
  const changes = profileOf(user, person);
  const changed =
    Object.keys(changes).length === 0
      ? user
      : await changeProfile(transaction, acting, { userId, scope, changes }).catch(keepWhenInvalid(user));
  await recordAudit(transaction, {
    ...acting,
    action: 'user.federated-sign-in',
    target: { kind: 'user', id: userId },
    tenantId: federation.tenantId,
    details: { federationId: federation.id },
  });
  return changed;
};

/** Ties the subject to an account for the first time. */
const adopt = async (
  transaction: Transaction,
  acting: Acting,
  federation: Federation,
  person: FederatedPerson,
): Promise<string> => {
  const email = person.email ?? '';
  if (email === '') refuse('no-email', 'Your organisation did not tell your e-mail address, which an account needs.');
  if (!isTrusted(federation, person)) {
    refuse('email-unverified', 'Your organisation has not verified your e-mail address. Ask your administrator.');
  }
  const { tenantId } = federation;
  const [found] = await findUsersByEmail(transaction, { email, scope: { tenantId } });
  if (found === undefined && !federation.createUsers) {
    refuse('no-account', 'You have no account here yet. Ask your administrator for one.');
  }
  if (found !== undefined && (await hasOtherIdentity(transaction, federation, found.id))) {
    refuse('address-taken', 'An account with your e-mail address belongs to somebody else. Ask your administrator.');
  }
  const user = found ?? (await registerUser(transaction, acting, { tenantId, person: { email } })).user;
  if (!(await insertFederatedIdentity(transaction, { federation, userId: user.id, subject: person.subject }))) {
    const other = await takeFederatedIdentity(transaction, federation, person.subject);
    if (other !== undefined) return other;
  }
  await handAccountOver(transaction, user.id);
  // Who got in with the password of before does not stay in.
  if (found !== undefined) await endOldSignIns(transaction, acting, found);
  await recordAudit(transaction, {
    ...acting,
    action: 'user.federated',
    target: { kind: 'user', id: user.id },
    tenantId,
    details: { federationId: federation.id, created: found === undefined },
  });
  return user.id;
};

const endOldSignIns = async (transaction: Transaction, acting: Acting, user: User): Promise<void> => {
  await endUserSessions(transaction, acting, { userId: user.id, scope: { tenantId: user.tenantId } });
  await deleteRecordsOfUser(transaction, user.id);
};

/** The tenant vouches for its own domains; for others the issuer must say that it checked the address. */
const isTrusted = (federation: Federation, { email = '', emailVerified }: FederatedPerson): boolean => {
  if (emailVerified !== undefined) return emailVerified;
  return federation.domains.includes(email.toLowerCase().split('@').at(-1) ?? '');
};

/** What the issuer says differently by now. */
const profileOf = (user: User, person: FederatedPerson): ProfileChanges => {
  const members = ['firstName', 'lastName', 'displayName', 'language'] as const;
  return Object.fromEntries(
    members.flatMap((member) => {
      const said = person[member];
      return said === undefined || said === user[member] ? [] : [[member, said]];
    }),
  );
};

/** A locale that we do not understand is no reason to keep somebody out. */
const keepWhenInvalid =
  (user: User) =>
  (error: unknown): User => {
    if (error instanceof AppError && error.kind === 'invalid') return user;
    throw error;
  };
