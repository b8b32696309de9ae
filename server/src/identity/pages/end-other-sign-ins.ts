import { type Acting, endUserSessions, type User } from '../../accounts/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { deleteSignInsOfUser, selectTime } from './end-sign-ins-store.ts';

/**
 * What somebody signs in with has changed: everything that was opened with less, or with what was taken away, ends. The
 * browser in which it was changed stays, once its session is renewed at the time that this gives.
 */
export const endOtherSignIns = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly user: Pick<User, 'id' | 'tenantId'>; readonly exceptSessionUid?: string },
): Promise<Date> => {
  const { user, exceptSessionUid } = input;
  await endUserSessions(transaction, acting, { userId: user.id, scope: { tenantId: user.tenantId } });
  await deleteSignInsOfUser(transaction, user.id, exceptSessionUid);
  return await selectTime(transaction);
};
