import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { type Acting, userIdOf } from '../acting.ts';
import { findUser } from '../users/find-user.ts';
import { insertRole, type PlatformRole } from './role-store.ts';

/** Platform roles are given by platform administrators, who see every tenant. A role given twice is given once. */
export const grantPlatformRole = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly role: PlatformRole },
): Promise<void> => {
  const user = await findUser(transaction, { userId: input.userId, scope: 'everyTenant' });
  const isNew = await insertRole(transaction, { userId: user.id, role: input.role, grantedBy: userIdOf(acting) });
  if (!isNew) return;
  await recordAudit(transaction, {
    ...acting,
    action: 'user.role-granted',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { role: input.role },
  });
  await publish(transaction, 'credential', user.id);
};
