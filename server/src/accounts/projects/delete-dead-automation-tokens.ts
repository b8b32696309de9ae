import type { Database } from '../../platform/database/index.ts';
import { deleteDeadTokens } from './automation-token-store.ts';

/** For a daily job: forgets the short-lived tokens of outside jobs. Gives how many. */
export const deleteDeadAutomationTokens = async (deps: { readonly database: Database }): Promise<number> =>
  await deleteDeadTokens(deps.database);
