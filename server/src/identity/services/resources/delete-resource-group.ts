import type { Acting } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { groupLocked, groupNotFound } from './resource-group.ts';
import { deleteGroupRow, hasResources, lockGroup } from './resource-group-store.ts';

/** Only an empty group goes: what stands in it is deleted one by one, by name. */
export const deleteResourceGroup = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly projectId: string; readonly groupId: string },
): Promise<void> => {
  const group = await lockGroup(transaction, input.projectId, input.groupId);
  if (group === undefined) throw groupNotFound();
  if (group.locked) throw groupLocked();
  if (await hasResources(transaction, group.id)) {
    const message = 'The resource group still holds resources. Delete these first.';
    throw new AppError('conflict', 'resource-group.in-use', message);
  }
  await deleteGroupRow(transaction, group.id);
  await recordAudit(transaction, {
    ...acting,
    action: 'resource-group.deleted',
    target: { kind: 'resource-group', id: group.id },
    tenantId: group.tenantId,
    projectId: group.projectId,
    details: { name: group.name },
  });
};
