import type { Database } from '../../platform/database/index.ts';
import type { PasswordHasher } from '../../platform/secrets/index.ts';
import { selectPassword } from './password-store.ts';

/** The same work, and false, for a user who does not exist or has no password. Count tries before you ask. */
export const verifyPassword = async (
  deps: { readonly database: Database; readonly passwords: PasswordHasher },
  input: { readonly userId: string; readonly password: string },
): Promise<boolean> => {
  const stored = await selectPassword(deps.database, input.userId);
  return await deps.passwords.verify(input.password, stored?.passwordHash);
};
