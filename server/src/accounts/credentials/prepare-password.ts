import type { PasswordHasher } from '../../platform/secrets/index.ts';
import { type PasswordOwner, refuseWeakPassword } from './password-rules.ts';

/** A password that passed the rules, hashed and ready to be stored. Made before the transaction: hashing takes its time. */
export interface PreparedPassword {
  readonly passwordHash: string;
}

export const preparePassword = async (
  deps: { readonly passwords: PasswordHasher },
  input: { readonly password: string; readonly owner: PasswordOwner; readonly member?: string },
): Promise<PreparedPassword> => {
  refuseWeakPassword(input.password, input.owner, input.member);
  return { passwordHash: await deps.passwords.hash(input.password) };
};
