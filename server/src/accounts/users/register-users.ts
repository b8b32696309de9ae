import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import { invalidInput } from '../text-rules.ts';
import { type Person, type PersonInput, readPerson } from './read-person.ts';
import type { User } from './user.ts';
import { holdUsersInOrder, insertUsers, lockWaitingUsers } from './user-store.ts';

const mostPeople = 5_000;

export interface RegisterUsersInput {
  readonly tenantId: string;
  readonly people: readonly PersonInput[];
  /** Where the people stand in the request's body, for the errors: '' for one person, the default for a list. */
  readonly pointer?: (place: number) => string;
}

export interface RegisteredUser {
  readonly user: User;
  /** False for somebody who had an account in the tenant already: it is left as it is. */
  readonly created: boolean;
}

/**
 * Makes an account for everybody who has none in the tenant (contract B12). All people are checked before the first is
 * made, answers come in the order of the input, and whoever stands in it twice is made once. Of several requests for one
 * e-mail at the same time one creates and the others find.
 */
export const registerUsers = async (
  transaction: Transaction,
  acting: Acting,
  input: RegisterUsersInput,
): Promise<RegisteredUser[]> => {
  const { tenantId, pointer = (place) => `/${place}` } = input;
  if (input.people.length > mostPeople) {
    throw new AppError('tooLarge', 'user.too-many', `At most ${mostPeople} users are registered at once.`);
  }
  const readings = input.people.map((person, place) => readPerson(person, pointer(place)));
  const problems = readings.flatMap((reading) => reading.problems);
  if (problems.length > 0) throw invalidInput('user.invalid', problems);

  const people = readings.map(({ person }) => person);
  const { created, users } = await insertMissing(transaction, tenantId, people);
  await recordAudit(
    transaction,
    ...created.map((user) => ({
      ...acting,
      action: 'user.registered' as const,
      target: { kind: 'user', id: user.id },
      tenantId,
    })),
  );
  // The first mention of somebody new is the one that created.
  const fresh = new Set(created.map(({ id }) => id));
  return users.map((user) => ({ user, created: fresh.delete(user.id) }));
};

const tries = 3;

/** Makes those who are missing, and again those who were deleted before they could be held. */
const insertMissing = async (
  transaction: Transaction,
  tenantId: string,
  people: readonly Person[],
): Promise<{ created: User[]; users: User[] }> => {
  const emails = people.map(({ email }) => email);
  // Two lists that share people make them in the same order, or each would wait for the other.
  const inOrder = people.toSorted((one, other) => compareTexts(one.email.toLowerCase(), other.email.toLowerCase()));
  const created: User[] = [];
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    created.push(...(await insertUsers(transaction, tenantId, inOrder)));
    if (created.length < people.length) await lockWaitingUsers(transaction, emails, tenantId);
    const users = await holdUsersInOrder(transaction, emails, tenantId);
    if (users.length === people.length) return { created, users };
  }
  const message = 'The same users were deleted at the same time. Try again.';
  throw new AppError('conflict', 'user.contended', message);
};

const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
