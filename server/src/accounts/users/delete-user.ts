import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import { refuseLastAdministrator } from '../roles/refuse-last-administrator.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { userNotFound } from './find-user.ts';
import { deleteUserRow, lockUser } from './user-store.ts';

/** Removes the user with everything that is the user's own: credentials, memberships, acceptances, picture. */
export const deleteUser = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly scope: TenantScope },
): Promise<void> => {
  const user = await lockUser(transaction, input.userId, input.scope);
  if (user === undefined) throw userNotFound();
  await refuseLastAdministrator(transaction, user.id);
  await deleteUserRow(transaction, user.id);
  await recordAudit(transaction, {
    ...acting,
    action: 'user.deleted',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
  });
  await publish(transaction, 'credential', user.id);
};
