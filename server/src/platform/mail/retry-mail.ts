import type { Transaction } from '../database/index.ts';
import { AppError } from '../errors/app-error.ts';
import { reopenMail } from './mail-store.ts';

/** Lets an administrator send a failed mail again, once what stood in its way is mended. */
export const retryMail = async (transaction: Transaction, mailId: string): Promise<void> => {
  if (!(await reopenMail(transaction, mailId))) {
    throw new AppError('notFound', 'mail.not-found', 'There is no failed mail with this id.');
  }
};
