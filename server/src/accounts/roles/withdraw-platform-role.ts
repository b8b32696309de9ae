import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import { findUser } from '../users/find-user.ts';
import { refuseLastAdministrator } from './refuse-last-administrator.ts';
import { deleteRole, type PlatformRole } from './role-store.ts';

/** Felt on every node at once. Withdrawing what the user does not have changes nothing. */
export const withdrawPlatformRole = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly role: PlatformRole },
): Promise<void> => {
  const user = await findUser(transaction, { userId: input.userId, scope: 'everyTenant' });
  if (input.role === 'administrator') await refuseLastAdministrator(transaction, user.id);
  if (!(await deleteRole(transaction, user.id, input.role))) return;
  await recordAudit(transaction, {
    ...acting,
    action: 'user.role-withdrawn',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { role: input.role },
  });
  await publish(transaction, 'credential', user.id);
};
