import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { PasswordHasher } from '../../platform/secrets/index.ts';
import { actingSystem } from '../acting.ts';
import { leastPasswordLength } from '../credentials/password-rules.ts';
import { setPassword } from '../credentials/set-password.ts';
import { grantPlatformRole } from '../roles/grant-platform-role.ts';
import { lockAdministrators, selectAdministrators } from '../roles/role-store.ts';
import { systemTenantId } from '../tenant-scope.ts';
import { registerUser } from '../users/register-user.ts';
import { setUserActivated } from '../users/user-store.ts';

export interface FirstAdministrator {
  readonly created: boolean;
  readonly email: string;
  /** To be printed once; only its hash is kept. */
  readonly generatedPassword?: string;
}

interface Deps {
  readonly database: Database;
  readonly passwords: PasswordHasher;
}

const defaultEmail = 'admin@localhost';

/** Without 0, O, 1, l and the like: people type it from a terminal. 32 letters make 5 bits each. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const generatePassword = (): string =>
  [...randomBytes(24)]
    .map((byte, place) => (place > 0 && place % 6 === 0 ? '-' : '') + letters.charAt(byte % 32))
    .join('');

/**
 * Makes the first platform administrator in the system tenant (contract P1); nothing when there is one who can sign in.
 * Several nodes may start at once: one of them makes it.
 */
export const ensureFirstAdministrator = async (
  deps: Deps,
  input: { readonly email?: string | undefined; readonly password?: string | undefined },
): Promise<FirstAdministrator> => {
  const existing = await selectAdministrators(deps.database);
  if (existing[0] !== undefined) return { created: false, email: existing[0].email };
  // The operator's choice is only held to a length: the start must not fail over a matter of taste.
  if (input.password !== undefined && [...input.password].length < leastPasswordLength) {
    const message = `The administrator's password must have at least ${leastPasswordLength} characters.`;
    throw new AppError('invalid', 'password.too-short', message);
  }
  const password = input.password ?? generatePassword();
  const passwordHash = await deps.passwords.hash(password);
  const email = await inTransaction(deps.database, (transaction) =>
    createAdministrator(transaction, input.email ?? defaultEmail, passwordHash),
  );
  if (email !== undefined) {
    return { created: true, email, ...(input.password === undefined ? { generatedPassword: password } : {}) };
  }
  const [winner] = await selectAdministrators(deps.database);
  return { created: false, email: winner?.email ?? input.email ?? defaultEmail };
};

/** Undefined when another node was faster. */
const createAdministrator = async (
  transaction: Transaction,
  email: string,
  passwordHash: string,
): Promise<string | undefined> => {
  await lockAdministrators(transaction);
  if ((await selectAdministrators(transaction)).length > 0) return undefined;
  const { user } = await registerUser(transaction, actingSystem, {
    tenantId: systemTenantId,
    person: { email, displayName: 'Administrator' },
  });
  await setUserActivated(transaction, user.id);
  const scope = { tenantId: systemTenantId };
  await setPassword(transaction, actingSystem, { userId: user.id, scope, password: { passwordHash } });
  await grantPlatformRole(transaction, actingSystem, { userId: user.id, role: 'administrator' });
  await recordAudit(transaction, {
    ...actingSystem,
    action: 'administrator.created',
    target: { kind: 'user', id: user.id },
    tenantId: systemTenantId,
  });
  return user.email;
};
