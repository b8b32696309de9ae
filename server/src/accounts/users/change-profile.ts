import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { ErrorDetail } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { invalidInput } from '../text-rules.ts';
import { userNotFound } from './find-user.ts';
import { readPerson } from './read-person.ts';
import type { User } from './user.ts';
import { formatName } from './user.ts';
import { lockUser, updateUser } from './user-store.ts';

export interface ProfileChanges {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  /** Absent or empty: last name, first name again, unless the user had chosen another one. */
  readonly displayName?: string | null | undefined;
  readonly countryCode?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

/** Absent members stay; an empty text or null clears what may be empty. */
export const changeProfile = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly scope: TenantScope; readonly changes: ProfileChanges },
): Promise<User> => {
  const { userId, scope, changes } = input;
  const user = await lockUser(transaction, userId, scope);
  if (user === undefined) throw userNotFound();
  const { person, problems } = readPerson({
    email: user.email,
    firstName: given(changes.firstName, user.firstName),
    lastName: given(changes.lastName, user.lastName),
    displayName: chosenName(user, changes),
    countryCode: given(changes.countryCode, user.countryCode),
    language: given(changes.language, user.language),
    phone: given(changes.phone, user.phone),
  });
  refuse(problems);
  const { email: _, ...fields } = person;
  const changed = await updateUser(transaction, userId, {
    ...fields,
    // A new number is unproven.
    ...(fields.phone === user.phone ? {} : { phoneVerifiedAt: null }),
  });
  await recordAudit(transaction, {
    ...acting,
    action: 'user.profile-changed',
    target: { kind: 'user', id: userId },
    tenantId: user.tenantId,
    details: {
      members: Object.keys(changes).filter((member) => changes[member as keyof ProfileChanges] !== undefined),
    },
  });
  return changed;
};

const given = (change: string | null | undefined, stored: string | null): string | null =>
  change === undefined ? stored : change;

const chosenName = (user: User, changes: ProfileChanges): string | null => {
  if (changes.displayName !== undefined) return changes.displayName;
  return user.displayName === formatName(user, user.email) ? null : user.displayName;
};

// The stored e-mail is not under discussion.
const refuse = (problems: readonly ErrorDetail[]): void => {
  const ours = problems.filter(({ path }) => path !== '/email');
  if (ours.length > 0) throw invalidInput('user.invalid', ours);
};
