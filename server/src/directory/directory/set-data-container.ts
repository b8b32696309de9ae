import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { invalidRequest } from '../../platform/http/wire/invalid-request.ts';
import { type DataContainer, selectDataContainers, upsertDataContainer } from './data-container-store.ts';
import { findDirectoryService } from './find-directory-service.ts';

export interface SetDataContainerInput {
  readonly serviceId: string;
  readonly tenantId: string;
  readonly containerId: string;
  readonly name: string;
}

const mostContainers = 1_000;

/** Puts a data container down, or gives a known one another name. */
export const setDataContainer = async (
  transaction: Transaction,
  acting: Acting,
  input: SetDataContainerInput,
): Promise<DataContainer> => {
  const name = input.name.replace(/\s+/g, ' ').trim();
  if (name === '' || [...name].length > 200 || /[\u0000-\u001f\u007f]/.test(name)) {
    throw invalidRequest('query', [{ path: ['name'], text: 'must have 1 to 200 characters' }]);
  }
  const service = await findDirectoryService(transaction, input);
  const known = await selectDataContainers(transaction, service.id);
  const isNew = !known.some(({ id }) => id === input.containerId);
  if (isNew && known.length >= mostContainers) {
    throw new AppError(
      'conflict',
      'data-container.too-many',
      `A service has at most ${mostContainers} data containers.`,
    );
  }
  const container = await upsertDataContainer(transaction, { serviceId: service.id, id: input.containerId, name });
  await recordAudit(transaction, {
    ...acting,
    action: isNew ? 'data-container.created' : 'data-container.changed',
    target: { kind: 'data-container', id: container.id },
    tenantId: service.tenantId,
    details: { serviceId: service.id, name },
  });
  return container;
};
