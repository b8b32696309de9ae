import { messagePath } from '../wire/links.ts';
import type { Message, MessageReference } from '../wire/messages.ts';
import type { InboxEntry, InboxMessage } from './inbox-store.ts';
import { messageTypeOf } from './message-kind.ts';

export const toMessageReference = (entry: InboxEntry) =>
  ({
    identity: messagePath(entry.id),
    deliverTime: entry.deliveredAt.toISOString(),
    from: entry.sender,
    important: entry.important,
    name: entry.name,
    id: entry.id,
    description: entry.summary,
  }) satisfies MessageReference;

export const toMessage = (message: InboxMessage) =>
  ({
    name: message.name,
    content: message.content,
    id: message.id,
    timeStamp: message.sentAt.toISOString(),
    channelId: message.channelId,
    type: messageTypeOf('notificationCenter'),
  }) satisfies Message;
