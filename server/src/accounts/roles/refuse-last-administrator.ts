import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { lockAdministrators, selectAdministrators } from './role-store.ts';

/**
 * Without an administrator nobody could make another one. Two requests that take the last two away at once wait for each
 * other here, and the second is refused.
 */
export const refuseLastAdministrator = async (transaction: Transaction, userId: string): Promise<void> => {
  await lockAdministrators(transaction);
  const administrators = await selectAdministrators(transaction);
  if (administrators.length === 1 && administrators[0]?.id === userId) {
    throw new AppError('conflict', 'administrator.last', 'The last platform administrator must stay.');
  }
};
