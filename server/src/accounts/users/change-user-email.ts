import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { invalidInput } from '../text-rules.ts';
import { userNotFound } from './find-user.ts';
import { readEmail } from './read-person.ts';
import { formatName, type User } from './user.ts';
import { databaseNow, lockUser, selectUsersByEmail, updateUser } from './user-store.ts';

export interface ChangeUserEmailInput {
  readonly userId: string;
  readonly scope: TenantScope;
  readonly email: string;
  /** True when the user has shown that mail to the address arrives. */
  readonly verified: boolean;
}

/** Puts another address in place; the constraint has the last word when two ask for the same one at once. */
export const changeUserEmail = async (
  transaction: Transaction,
  acting: Acting,
  input: ChangeUserEmailInput,
): Promise<User> => {
  const reading = readEmail(input.email);
  if ('problem' in reading) {
    throw invalidInput('email.invalid', [
      { in: 'body', path: '/newAddress', message: `The address ${reading.problem}.` },
    ]);
  }
  const user = await lockUser(transaction, input.userId, input.scope);
  if (user === undefined) throw userNotFound();
  const holders = await selectUsersByEmail(transaction, reading.value, { tenantId: user.tenantId });
  if (holders.some(({ id }) => id !== user.id)) {
    throw new AppError('conflict', 'user.email-taken', 'Another user of the tenant has this e-mail address.');
  }
  const wasNamedAfterAddress = user.displayName === formatName(user, user.email);
  const changed = await updateUser(transaction, user.id, {
    email: reading.value,
    emailVerifiedAt: input.verified ? databaseNow : null,
    ...(wasNamedAfterAddress ? { displayName: formatName(user, reading.value) } : {}),
  });
  await recordAudit(transaction, {
    ...acting,
    action: 'user.email-changed',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { verified: input.verified },
  });
  await publish(transaction, 'credential', user.id);
  return changed;
};
