import { expect, test } from 'vitest';
import { toMailFailure } from './mail-failure.ts';

const smtp = (fields: object) => Object.assign(new Error('nodemailer says'), fields);

test.each([
  ['unknown recipient', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'permanent'],
  ['mailbox busy', { code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO' }, 'temporary'],
  ['greylisted', { code: 'EMESSAGE', responseCode: 451, command: 'DATA' }, 'temporary'],
  ['content refused', { code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'permanent'],
  ['too large for the server', { code: 'EMESSAGE', command: 'MAIL FROM' }, 'permanent'],
  ['too large at the sender', { code: 'EENVELOPE', responseCode: 552, command: 'MAIL FROM' }, 'permanent'],
  ['sender not allowed, a setting', { code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }, 'temporary'],
  ['login wanted, a setting', { code: 'EENVELOPE', responseCode: 530, command: 'RCPT TO' }, 'temporary'],
  ['session out of step', { code: 'EENVELOPE', responseCode: 503, command: 'RCPT TO' }, 'temporary'],
  ['server says goodbye', { code: 'ECONNECTION', responseCode: 421, command: 'DATA' }, 'temporary'],
  ['wrong password, a setting', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'unreachable'],
  ['we are on a block list', { code: 'EPROTOCOL', responseCode: 554, command: 'CONN' }, 'unreachable'],
  ['nobody there', { code: 'ESOCKET', command: 'CONN' }, 'unreachable'],
  ['silence', { code: 'ETIMEDOUT', command: 'CONN' }, 'unreachable'],
  ['certificate', { code: 'ETLS', command: 'CONN' }, 'unreachable'],
  ['name unknown', { code: 'EDNS', command: 'CONN' }, 'unreachable'],
  ['anything else', {}, 'temporary'],
])('%s', (_name, fields, kind) => {
  expect(toMailFailure(smtp(fields)).kind).toBe(kind);
});

test('the words of the server are kept, on one line and not too many', () => {
  const response = `550 5.1.1 no such user\r\n550 ${'x'.repeat(1_000)}`;
  const { message } = toMailFailure(smtp({ responseCode: 550, command: 'RCPT TO', response }));
  expect(message).toMatch(/^The mail server said: 550 5\.1\.1 no such user 550 x+$/);
  expect(message).toHaveLength(500);
});
