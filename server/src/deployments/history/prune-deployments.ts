import { type Database, inTransaction } from '../../platform/database/index.ts';
import { deleteOldDeployments } from './deployment-store.ts';

export interface Retention {
  /** How many deployments of each project are kept. */
  readonly keep: number;
  /** How many days a deployment is kept at most. */
  readonly days: number;
}

export const defaultRetention: Retention = { keep: 1_000, days: 730 };

const atOnce = 500;

/** Forgets deployments by count and age (contract A20); locks of groups and resources do not stop it (contract A17). */
export async function pruneDeployments(
  deps: { readonly database: Database },
  retention: Retention = defaultRetention,
): Promise<number> {
  let pruned = 0;
  for (;;) {
    const count = await inTransaction(deps.database, (transaction) =>
      deleteOldDeployments(transaction, { ...retention, limit: atOnce }),
    );
    pruned += count;
    if (count < atOnce) return pruned;
  }
}
