import { AppError, type ErrorDetail } from '../../platform/errors/app-error.ts';
import type { NotificationMessage } from '../wire/messages.ts';
import { type MessageKind, messageKindOf } from './message-kind.ts';

/** What a service wants to say, in the form that is stored. */
export interface Notification {
  readonly kind: MessageKind;
  /** Empty: the name of the service stands for it. */
  readonly name: string;
  readonly content: string;
  readonly important: boolean;
  /** The sender's own id of the message: sent twice, it reaches nobody twice. */
  readonly senderReference: string | null;
  /** The sender's clock; null for ours. */
  readonly sentAt: Date | null;
  /** Where the header names no channel. */
  readonly channelId: string | null;
  /** Null: everybody who subscribes. */
  readonly recipients: readonly string[] | null;
}

export const mostRecipients = 10_000;
const longestName = 200;
const longestContent = 20_000;
const longestReference = 200;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Characters that nobody means in a line of text, and that no mail may have in its subject. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Everything that is wrong is said at once; the schema has seen to the types. The key stands in for the message's own id:
 * whoever got no answer may send again.
 */
export const readNotification = (input: NotificationMessage, idempotencyKey?: string): Notification => {
  const { message } = input;
  if (message === undefined || message === null) throw refusal([problem('/message', 'must be given')]);
  const kind = messageKindOf(message.type);
  const name = (message.name ?? '').replace(/\s+/g, ' ').trim();
  const content = (message.content ?? '').trim();
  const senderReference =
    message.id?.trim() || (idempotencyKey === undefined ? null : `Idempotency-Key ${idempotencyKey}`);
  const sentAt = readTime(message.timeStamp);
  const problems = [
    ...(kind === undefined ? [problem('/message/type', 'must be 1 (notification center) or 3 (e-mail)')] : []),
    ...(name === '' && content === '' ? [problem('/message/content', 'must be given, or a name')] : []),
    ...checkText('/message/name', name, longestName),
    ...checkText('/message/content', content, longestContent),
    ...checkText('/message/id', senderReference ?? '', longestReference),
    ...(sentAt === undefined ? [problem('/message/timeStamp', 'must be a date and time in ISO 8601')] : []),
    ...checkRecipients(input.recipients ?? []),
  ];
  if (problems.length > 0 || kind === undefined || sentAt === undefined) throw refusal(problems);
  return {
    kind,
    name,
    content,
    important: input.HighPriority,
    senderReference,
    sentAt,
    channelId: message.channelId?.trim() || null,
    recipients: input.recipients ?? null,
  };
};

const problem = (path: string, text: string): ErrorDetail => ({ in: 'body', path, message: `\`${path}\` ${text}.` });

const refusal = (details: readonly ErrorDetail[]): AppError =>
  new AppError('invalid', 'notification.invalid', details[0]?.message ?? 'The notification is not valid.', { details });

const checkText = (path: string, text: string, most: number): ErrorDetail[] => [
  ...([...text].length > most ? [problem(path, `must have at most ${most} characters`)] : []),
  ...(unprintable.test(text) ? [problem(path, 'must not contain control characters')] : []),
];

const checkRecipients = (recipients: readonly string[]): ErrorDetail[] => {
  if (recipients.length > mostRecipients) {
    return [problem('/recipients', `must have at most ${mostRecipients} items`)];
  }
  const wrong = recipients.findIndex((id) => !uuid.test(id));
  return wrong === -1 ? [] : [problem(`/recipients/${wrong}`, 'must be a UUID')];
};

/** Years that both JavaScript and PostgreSQL know how to write. */
const earliest = Date.UTC(1, 0, 1);
const latest = Date.UTC(9999, 11, 31);

/** Null where nothing is given, undefined where something is that cannot be read. */
const readTime = (text: string | null | undefined): Date | null | undefined => {
  const given = text?.trim() ?? '';
  if (given === '') return null;
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i.test(given))
    return undefined;
  // Without a zone it is UTC, whatever zone this machine is in.
  const time = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(given) || given.length === 10 ? given : `${given}Z`);
  return time >= earliest && time <= latest ? new Date(time) : undefined;
};
