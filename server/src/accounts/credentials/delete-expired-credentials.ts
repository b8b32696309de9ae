import type { Database } from '../../platform/database/index.ts';
import { deleteExpiredRows } from './expired-credentials-store.ts';

/** For a job every hour or so: forgets links, codes and counters that have expired. Gives how many. */
export const deleteExpiredCredentials = async (deps: { readonly database: Database }): Promise<number> =>
  await deleteExpiredRows(deps.database);
