import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { TenantScope } from '../tenant-scope.ts';
import { userNotFound } from './find-user.ts';
import type { User } from './user.ts';
import { lockUser, updateUser } from './user-store.ts';

/** What administrators decide about a user. */
export interface UserSettings {
  readonly managedAccount?: boolean;
  readonly accessHubEnabled?: boolean;
  readonly secondFactorRequired?: boolean;
}

export const changeUserSettings = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly scope: TenantScope; readonly settings: UserSettings },
): Promise<User> => {
  const user = await lockUser(transaction, input.userId, input.scope);
  if (user === undefined) throw userNotFound();
  const changed = await updateUser(transaction, user.id, input.settings);
  await recordAudit(transaction, {
    ...acting,
    action: 'user.settings-changed',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { ...input.settings },
  });
  await publish(transaction, 'credential', user.id);
  return changed;
};
