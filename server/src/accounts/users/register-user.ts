import type { Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { PersonInput } from './read-person.ts';
import { type RegisteredUser, registerUsers } from './register-users.ts';

/** One person; see registerUsers. */
export const registerUser = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly tenantId: string; readonly person: PersonInput },
): Promise<RegisteredUser> => {
  const [registered] = await registerUsers(transaction, acting, {
    tenantId: input.tenantId,
    people: [input.person],
    pointer: () => '',
  });
  if (registered === undefined) throw new Error('A user who was just registered is not there.');
  return registered;
};
