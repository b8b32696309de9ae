import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { userNotFound } from './find-user.ts';
import type { User } from './user.ts';
import { lockUser, setUserDeactivated } from './user-store.ts';

/** Lets a deactivated user in again. Sessions and tokens of before stay dead. */
export const reactivateUser = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly scope: TenantScope },
): Promise<User> => {
  const user = await lockUser(transaction, input.userId, input.scope);
  if (user === undefined) throw userNotFound();
  if (!user.deactivated) return user;
  const changed = await setUserDeactivated(transaction, user.id, false);
  await recordAudit(transaction, {
    ...acting,
    action: 'user.reactivated',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
  });
  await publish(transaction, 'credential', user.id);
  return changed;
};
