import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { deleteDependency } from './dependency-store.ts';

export const removeDependency = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly dependencyId: string },
): Promise<void> => {
  const name = await deleteDependency(transaction, input.dependencyId);
  if (name === undefined) {
    throw new AppError('notFound', 'health-dependency.not-found', 'There is no such dependency.');
  }
  await recordAudit(transaction, {
    ...acting,
    action: 'health-dependency.removed',
    target: { kind: 'health-dependency', id: input.dependencyId },
    details: { name },
  });
};
