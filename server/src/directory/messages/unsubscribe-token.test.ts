import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncryptionKey, createKeyRing, createSecretBox } from '../../platform/secrets/index.ts';
import { issueUnsubscribeToken, readUnsubscribeToken } from './unsubscribe-token.ts';

const box = createSecretBox(createKeyRing([createEncryptionKey('k1', randomBytes(32))]));
const given = { userId: randomUUID(), channelId: randomUUID() };

test('what was sealed is read again, and fits into a link', () => {
  const token = issueUnsubscribeToken(box, given);
  expect(readUnsubscribeToken(box, token)).toEqual(given);
  expect(token).toMatch(/^[A-Za-z0-9._-]{1,250}$/);
});

test.each([
  ['nothing', () => ''],
  ['something', () => 'abc'],
  ['a long text', () => 'x'.repeat(10_000)],
  ['one that was changed', () => issueUnsubscribeToken(box, given).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['one that was cut', () => issueUnsubscribeToken(box, given).slice(0, -4)],
  [
    'one of another server',
    () => {
      const other = createSecretBox(createKeyRing([createEncryptionKey('k1', randomBytes(32))]));
      return issueUnsubscribeToken(other, given);
    },
  ],
  [
    'a secret of another place',
    () => box.seal(Buffer.alloc(32), { table: 'mails', row: '1', field: 'sealed_content' }),
  ],
])('%s is no token', (_, make) => {
  expect(readUnsubscribeToken(box, make())).toBeUndefined();
});
