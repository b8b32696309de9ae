import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { type Channel, obtainDefaultChannel } from './channel-store.ts';
import { deliverMessageJob, deliveryKey } from './deliver-message-job.ts';
import { findChannel } from './find-channel.ts';
import {
  addListedReaders,
  addNextReaders,
  type Message,
  obtainMessage,
  openAudience,
  selectSender,
} from './message-store.ts';
import type { Notification } from './read-notification.ts';

export interface SendNotificationInput {
  readonly serviceId: string;
  /** Absent: the channel that the message names, or the service's default. */
  readonly channelId?: string | undefined;
  readonly notification: Notification;
}

/** So many readers have the message when the request is answered; a job brings it to the others. */
const readersAtOnce = 1_000;

/**
 * Contract B14. A message to a few is with its readers when this returns; one to everybody is with the first of them, and
 * mails are on their way. Sent again under the same reference, it reaches those who do not have it yet.
 */
export const sendNotification = async (
  deps: { readonly database: Database },
  acting: Acting,
  input: SendNotificationInput,
): Promise<void> => await inTransaction(deps.database, async (transaction) => await send(transaction, acting, input));

const send = async (transaction: Transaction, acting: Acting, input: SendNotificationInput): Promise<void> => {
  const { serviceId, notification } = input;
  const sender = await selectSender(transaction, serviceId);
  if (sender === undefined) throw new AppError('notFound', 'service.not-found', 'There is no such service.');
  const channel = await chooseChannel(transaction, input);
  const { recipients, channelId: _, ...words } = notification;
  const name = words.name === '' ? sender.name : words.name;
  const { message, isNew } = await obtainMessage(transaction, {
    ...words,
    name,
    serviceId,
    channelId: channel.id,
    sender: sender.name,
  });
  if (!isNew) refuseOtherWords(message, { name, content: words.content, channelId: channel.id });
  await recordAudit(transaction, {
    ...acting,
    action: 'message.sent',
    target: { kind: 'service', id: serviceId },
    details: { messageId: message.id, channelId: channel.id, kind: message.kind, listed: recipients?.length },
  });
  const isOpen = await deliver(transaction, message, sender.rootServiceId, recipients);
  if (isOpen || message.kind === 'email') {
    const payload = { messageId: message.id };
    await enqueue(transaction, deliverMessageJob, payload, { key: deliveryKey(message.id) });
  }
};

const chooseChannel = async (transaction: Transaction, input: SendNotificationInput): Promise<Channel> => {
  const channelId = input.channelId ?? input.notification.channelId ?? undefined;
  return channelId === undefined
    ? await obtainDefaultChannel(transaction, input.serviceId)
    : await findChannel(transaction, { channelId, serviceId: input.serviceId });
};

const refuseOtherWords = (message: Message, words: Pick<Message, 'name' | 'content' | 'channelId'>): void => {
  const isSame =
    message.name === words.name && message.content === words.content && message.channelId === words.channelId;
  if (isSame) return;
  const text = '`/message/id` is that of another message which the service has sent.';
  throw new AppError('invalid', 'message.id-reused', text, {
    details: [{ in: 'body', path: '/message/id', message: text }],
  });
};

/** True while there are readers who do not have it. */
const deliver = async (
  transaction: Transaction,
  message: Message,
  rootServiceId: string,
  recipients: readonly string[] | null,
): Promise<boolean> => {
  if (recipients !== null) {
    await addListedReaders(transaction, message, rootServiceId, recipients);
    return false;
  }
  await openAudience(transaction, message.id);
  return await addNextReaders(transaction, { message, rootServiceId, after: null, most: readersAtOnce });
};
