import { type Database, inTransaction, type Transaction } from '../../platform/database/index.ts';
import { implementJob, type Job } from '../../platform/jobs/index.ts';
import { isMailAddress, queueMails } from '../../platform/mail/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import { deliverMessageJob } from './deliver-message-job.ts';
import {
  type MailedMessage,
  selectMailedMessage,
  takeWaitingReaders,
  type WaitingReader,
} from './message-mail-store.ts';
import { addNextReaders, lockOpenMessage, selectSender } from './message-store.ts';
import { notificationMail } from './notification-mail.ts';
import { issueUnsubscribeToken, unsubscribeUrl } from './unsubscribe-token.ts';

export interface DeliverMessageDeps {
  /** The pool for long work: a message to a million takes its time. */
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly publicUrl: string;
}

/** Each step is a transaction of its own: short enough to hold up nobody, and lost work is at most one step. */
const readersPerStep = 2_000;
const mailsPerStep = 100;

/** Contract B14: everybody gets it, nobody twice. Run again after a crash it goes on where it was. */
export const deliverMessage = async (
  deps: DeliverMessageDeps,
  messageId: string,
  signal: AbortSignal,
): Promise<void> => {
  const repeat = async (step: (transaction: Transaction) => Promise<boolean>): Promise<void> => {
    do signal.throwIfAborted();
    while (await inTransaction(deps.database, step));
  };
  await repeat(async (transaction) => await addReaders(transaction, messageId));
  const mailed = await selectMailedMessage(deps.database, messageId);
  if (mailed !== undefined) await repeat(async (transaction) => await queueSome(deps, transaction, mailed));
};

const addReaders = async (transaction: Transaction, messageId: string): Promise<boolean> => {
  const open = await lockOpenMessage(transaction, messageId);
  if (open === undefined) return false;
  const sender = await selectSender(transaction, open.message.serviceId);
  if (sender === undefined) return false;
  const { rootServiceId } = sender;
  return await addNextReaders(transaction, { ...open, rootServiceId, most: readersPerStep });
};

const queueSome = async (
  deps: DeliverMessageDeps,
  transaction: Transaction,
  mailed: MailedMessage,
): Promise<boolean> => {
  const { readers, taken } = await takeWaitingReaders(transaction, mailed.messageId, mailsPerStep);
  const mails = readers
    // An address that no mail can go to must not hold up the others.
    .filter(({ email }) => isMailAddress(email))
    .map((reader) => mailFor(deps, mailed, reader));
  await queueMails(deps, transaction, mails);
  return taken === mailsPerStep;
};

const mailFor = ({ secretBox, publicUrl }: DeliverMessageDeps, mailed: MailedMessage, recipient: WaitingReader) => {
  const token = issueUnsubscribeToken(secretBox, { userId: recipient.userId, channelId: mailed.channelId });
  return notificationMail({ ...mailed, recipient, unsubscribeUrl: unsubscribeUrl(publicUrl, token) });
};

export const createDeliverMessageJob = (deps: DeliverMessageDeps): Job<{ messageId: string }> =>
  implementJob(deliverMessageJob, async ({ messageId }, { signal }) => await deliverMessage(deps, messageId, signal));
