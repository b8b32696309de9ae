import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { userNotFound } from './find-user.ts';
import { lockUser, raiseCredentialsVersion } from './user-store.ts';

/** Signs the user out everywhere: sessions and tokens that were made before are void. */
export const endUserSessions = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly scope: TenantScope },
): Promise<void> => {
  const user = await lockUser(transaction, input.userId, input.scope);
  if (user === undefined) throw userNotFound();
  await raiseCredentialsVersion(transaction, user.id);
  await recordAudit(transaction, {
    ...acting,
    action: 'user.sessions-ended',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
  });
  await publish(transaction, 'credential', user.id);
};
