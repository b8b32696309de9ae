import { publish, type Transaction } from '../../platform/database/index.ts';
import { deleteSignInsOfUser } from './end-sign-ins-store.ts';

/**
 * What somebody signs in with has changed: everything that was opened with less, or with what was taken away, ends with
 * its tokens. The browser in which it was changed stays signed in.
 */
export const endOtherSignIns = async (
  transaction: Transaction,
  input: { readonly userId: string; readonly exceptSessionUid: string },
): Promise<void> => {
  await deleteSignInsOfUser(transaction, input.userId, input.exceptSessionUid);
  await publish(transaction, 'credential', input.userId);
};
