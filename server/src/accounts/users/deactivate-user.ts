import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import { refuseLastAdministrator } from '../roles/refuse-last-administrator.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { userNotFound } from './find-user.ts';
import type { User } from './user.ts';
import { lockUser, setUserDeactivated } from './user-store.ts';

/** The user can no longer sign in, and every session and token ends. Again on a deactivated user: no change. */
export const deactivateUser = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly scope: TenantScope },
): Promise<User> => {
  const user = await lockUser(transaction, input.userId, input.scope);
  if (user === undefined) throw userNotFound();
  await refuseLastAdministrator(transaction, user.id);
  if (user.deactivated) return user;
  const changed = await setUserDeactivated(transaction, user.id, true);
  await recordAudit(transaction, {
    ...acting,
    action: 'user.deactivated',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
  });
  await publish(transaction, 'credential', user.id);
  return changed;
};
