import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { groupLocked } from '../services/resources/resource-group.ts';
import { selectGroup } from '../services/resources/resource-group-store.ts';
import { resourceLocked } from '../services/resources/resource-input.ts';
import type { StoredApplication } from './application-store.ts';

/** Locks stop people (contract A17), and nobody takes away what the platform itself stands on. */
export const refuseEdit = async (transaction: Transaction, application: StoredApplication): Promise<void> => {
  if (application.projectId === null || application.resourceGroupId === null) {
    throw new AppError('forbidden', 'application.built-in', 'The application belongs to the platform itself.');
  }
  const group = await selectGroup(transaction, application.projectId, application.resourceGroupId);
  if (group?.locked === true) throw groupLocked();
  if (application.settings.locked) throw resourceLocked();
};
