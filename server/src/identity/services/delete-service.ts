import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { findStoredService, type ServiceInput } from './read-service.ts';
import { groupLocked } from './resources/resource-group.ts';
import { selectGroup } from './resources/resource-group-store.ts';
import { resourceLocked } from './resources/resource-input.ts';
import { deleteResourceRow, lockResource, touchResources } from './resources/resource-store.ts';
import { selectLinkedApplicationIds } from './service-store.ts';
import { lockServiceTrees } from './service-tree-store.ts';

/** Deletes a service with its levels, terms and links. One that has children stays, and so does a locked one. */
export const deleteService = async (transaction: Transaction, acting: Acting, input: ServiceInput): Promise<void> => {
  // The lock of the trees comes before that of the row, as everywhere.
  await lockServiceTrees(transaction, (await findStoredService(transaction, input)).tenantId);
  await lockResource(transaction, input.serviceId);
  const service = await findStoredService(transaction, input);
  const { childServiceIds, parentServiceId, locked } = service.settings;
  const group = await selectGroup(transaction, service.projectId, service.resourceGroupId);
  if (group?.locked === true) throw groupLocked();
  if (locked) throw resourceLocked();
  if (childServiceIds.length > 0) {
    throw new AppError(
      'conflict',
      'service.has-children',
      'The service has child services. Move or delete these first.',
    );
  }
  const applicationIds = await selectLinkedApplicationIds(transaction, service.id);
  await deleteResourceRow(transaction, service.id);
  await touchResources(transaction, [...applicationIds, ...(parentServiceId === null ? [] : [parentServiceId])]);
  await recordAudit(transaction, {
    ...acting,
    action: 'service.deleted',
    target: { kind: 'service', id: service.id },
    tenantId: service.tenantId,
    projectId: service.projectId,
    details: { name: service.name },
  });
  for (const id of [service.id, ...applicationIds]) await publish(transaction, 'credential', id);
};
