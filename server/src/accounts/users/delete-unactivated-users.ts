import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database/index.ts';
import { actingSystem } from '../acting.ts';
import { deleteUnactivatedRows } from './user-store.ts';

const batch = 500;

/** For a daily job: removes accounts that nobody activated within 30 days (contract B12). Gives how many. */
export const deleteUnactivatedUsers = async (deps: { readonly database: Database }): Promise<number> => {
  let total = 0;
  for (;;) {
    const count = await inTransaction(deps.database, deleteBatch);
    total += count;
    if (count < batch) return total;
  }
};

const deleteBatch = async (transaction: Transaction): Promise<number> => {
  const users = await deleteUnactivatedRows(transaction, batch);
  await recordAudit(
    transaction,
    ...users.map((user) => ({
      ...actingSystem,
      action: 'user.expired' as const,
      target: { kind: 'user', id: user.id },
      tenantId: user.tenantId,
    })),
  );
  return users.length;
};
