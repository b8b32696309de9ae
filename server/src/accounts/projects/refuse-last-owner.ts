import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { selectOwnerIds } from './member-store.ts';

/** The project is locked: two requests that take its last two owners away come one after the other. */
export const refuseLastOwner = async (transaction: Transaction, projectId: string, userId: string): Promise<void> => {
  const owners = await selectOwnerIds(transaction, projectId);
  if (owners.length === 1 && owners[0] === userId) {
    throw new AppError('conflict', 'project.last-owner', 'A project keeps at least one owner.');
  }
};
