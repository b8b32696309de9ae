import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { deleteDataContainerRow } from './data-container-store.ts';
import { findDirectoryService } from './find-directory-service.ts';

export const deleteDataContainer = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly serviceId: string; readonly tenantId: string; readonly containerId: string },
): Promise<void> => {
  const service = await findDirectoryService(transaction, input);
  if (!(await deleteDataContainerRow(transaction, service.id, input.containerId))) {
    throw new AppError('notFound', 'data-container.not-found', 'The service has no such data container.');
  }
  await recordAudit(transaction, {
    ...acting,
    action: 'data-container.deleted',
    target: { kind: 'data-container', id: input.containerId },
    tenantId: service.tenantId,
    details: { serviceId: service.id },
  });
};
