import { expect, test } from 'vitest';
import type { NotificationMessage } from '../wire/messages.ts';
import { readNotification } from './read-notification.ts';

const id = '0f0e0d0c-0b0a-4908-8706-050403020100';
const given = (changes: Partial<NotificationMessage> = {}, message: Record<string, unknown> = {}) => ({
  message: { type: 1, name: 'Hello', content: 'World', ...message },
  HighPriority: false,
  ...changes,
});

test('a plain notification to everybody', () => {
  expect(readNotification(given())).toEqual({
    kind: 'notificationCenter',
    name: 'Hello',
    content: 'World',
    important: false,
    senderReference: null,
    sentAt: null,
    channelId: null,
    recipients: null,
  });
});

test.each<[string, NotificationMessage, object]>([
  ['e-mail', given({}, { type: 3 }), { kind: 'email' }],
  ['important', given({ HighPriority: true }), { important: true }],
  ['nobody', given({ recipients: [] }), { recipients: [] }],
  ['null for everybody', given({ recipients: null }), { recipients: null }],
  ['an id in capitals', given({ recipients: [id.toUpperCase()] }), { recipients: [id.toUpperCase()] }],
  ['a name over two lines', given({}, { name: ' a \r\n b ' }), { name: 'a b' }],
  ['a name alone', given({}, { content: null }), { content: '' }],
  ['content alone', given({}, { name: undefined }), { name: '' }],
  ['a reference', given({}, { id: ' m-1 ' }), { senderReference: 'm-1' }],
  ['an empty reference', given({}, { id: '' }), { senderReference: null }],
  ['a channel', given({}, { channelId: 'c' }), { channelId: 'c' }],
  ['a time', given({}, { timeStamp: '2026-02-03T04:05:06+01:00' }), { sentAt: new Date('2026-02-03T03:05:06Z') }],
  [
    'a time without a zone',
    given({}, { timeStamp: '2026-02-03T04:05:06.5' }),
    { sentAt: new Date('2026-02-03T04:05:06.500Z') },
  ],
  ['a day', given({}, { timeStamp: '2026-02-03' }), { sentAt: new Date('2026-02-03T00:00:00Z') }],
  ['no time', given({}, { timeStamp: '' }), { sentAt: null }],
])('%s', (_, input, expected) => {
  expect(readNotification(input)).toMatchObject(expected);
});

test('a key stands in for an id, and never replaces one', () => {
  expect(readNotification(given(), 'k').senderReference).toBe('Idempotency-Key k');
  expect(readNotification(given({}, { id: 'm-1' }), 'k').senderReference).toBe('m-1');
  expect(() => readNotification(given(), 'x'.repeat(300))).toThrow();
});

test.each<[string, NotificationMessage, string]>([
  ['no message', { HighPriority: false }, '/message'],
  ['null', { HighPriority: false, message: null }, '/message'],
  ['an unknown type', given({}, { type: 2 }), '/message/type'],
  ['nothing to say', given({}, { name: ' ', content: '' }), '/message/content'],
  ['a long name', given({}, { name: 'x'.repeat(201) }), '/message/name'],
  ['a name with an escape', given({}, { name: 'a\u001bb' }), '/message/name'],
  ['a long content', given({}, { content: 'x'.repeat(20_001) }), '/message/content'],
  ['a NUL', given({}, { content: 'a\u0000b' }), '/message/content'],
  ['a long reference', given({}, { id: 'x'.repeat(201) }), '/message/id'],
  ['a recipient that is no id', given({ recipients: [id, 'a@example.com'] }), '/recipients/1'],
  ['too many recipients', given({ recipients: Array.from({ length: 10_001 }, () => id) }), '/recipients'],
  ['a time that is none', given({}, { timeStamp: 'yesterday' }), '/message/timeStamp'],
  ['a month that is none', given({}, { timeStamp: '2026-13-01T00:00:00Z' }), '/message/timeStamp'],
  ['the year 0', given({}, { timeStamp: '0000-01-01T00:00:00Z' }), '/message/timeStamp'],
])('%s is refused', (_, input, path) => {
  expect(() => readNotification(input)).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      code: 'notification.invalid',
      details: [expect.objectContaining({ path })],
    }),
  );
});

test('everything wrong is said at once', () => {
  const input = given({ recipients: ['x'] }, { type: 9, name: 'x'.repeat(999) });
  expect(() => readNotification(input)).toThrow(
    expect.objectContaining({
      details: ['/message/type', '/message/name', '/recipients/0'].map((path) => expect.objectContaining({ path })),
    }),
  );
});
