import { type Static, Type } from 'typebox';
import { flag, int32, listOf, optional, readOnlyText, text, time } from './members.ts';

export const MessageReference = Type.Object(
  {
    identity: readOnlyText('Relative path to the message.'),
    deliverTime: time('When the message was delivered, in UTC.'),
    from: text(),
    important: flag(),
    name: text(),
    id: text(),
    description: text(),
  },
  { title: 'MessageReference' },
);
export type MessageReference = Static<typeof MessageReference>;

export const Message = Type.Object(
  {
    name: text(),
    content: text(),
    id: text(),
    timeStamp: text(),
    channelId: text(),
    type: int32('1: notification center, 3: e-mail.'),
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

export const NotificationMessage = Type.Object(
  {
    message: optional(Message),
    recipients: listOf(Type.String(), 'User ids; absent or null: all subscribers of the channel.'),
    HighPriority: flag(),
  },
  { title: 'NotificationMessage' },
);
export type NotificationMessage = Static<typeof NotificationMessage>;
