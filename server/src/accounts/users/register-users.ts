import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import { invalidInput } from '../text-rules.ts';
import { type PersonInput, readPerson } from './read-person.ts';
import type { User } from './user.ts';
import { insertUsers, selectUsersInOrder } from './user-store.ts';

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
  const created = await insertUsers(transaction, tenantId, people);
  const users = await selectUsersInOrder(
    transaction,
    people.map(({ email }) => email),
    tenantId,
  );
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
