import { expect, test } from 'vitest';
import { checkMailContent } from './check-mail-content.ts';

const mail = { to: 'a@b.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

test.each([
  {},
  { subject: 'Grüße aus Zürich 🎉' },
  { headers: { 'List-Unsubscribe': '<https://portolan.example/u/1>', 'X-Entity-Ref-ID': '7' } },
  { dedupeKey: 'message:1:user:2' },
  { text: 'first\r\nsecond' },
])('%j can be sent', (change) => {
  expect(() => checkMailContent({ ...mail, ...change })).not.toThrow();
});

test.each([
  [{ subject: '' }, 'mail.subject-invalid'],
  [{ subject: '   ' }, 'mail.subject-invalid'],
  [{ subject: 'x'.repeat(251) }, 'mail.subject-invalid'],
  [{ subject: 'Hello\r\nBcc: b@example.com' }, 'mail.subject-invalid'],
  [{ subject: 'Hello\nX-Evil: 1' }, 'mail.subject-invalid'],
  [{ subject: 'Hello\u0000' }, 'mail.subject-invalid'],
  [{ subject: 'Hello\u2028' }, 'mail.subject-invalid'],
  [{ text: ' ' }, 'mail.content-missing'],
  [{ html: '' }, 'mail.content-missing'],
  [{ text: 'ü'.repeat(262_145) }, 'mail.content-too-large'],
  [{ dedupeKey: '' }, 'mail.dedupe-key-invalid'],
  [{ dedupeKey: 'k'.repeat(201) }, 'mail.dedupe-key-invalid'],
  [{ headers: { Bcc: 'b@example.com' } }, 'mail.header-invalid'],
  [{ headers: { 'message-ID': '<x@y>' } }, 'mail.header-invalid'],
  [{ headers: { 'Content-Type': 'text/plain' } }, 'mail.header-invalid'],
  [{ headers: { 'X Y': '1' } }, 'mail.header-invalid'],
  [{ headers: { 'X-Y:': '1' } }, 'mail.header-invalid'],
  [{ headers: { 'X-Y': 'a\r\nBcc: b@example.com' } }, 'mail.header-invalid'],
  [{ headers: { 'X-Y': '' } }, 'mail.header-invalid'],
  [{ headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-H${n}`, '1'])) }, 'mail.header-invalid'],
])('%j is refused', (change, code) => {
  expect(() => checkMailContent({ ...mail, ...change })).toThrow(expect.objectContaining({ kind: 'invalid', code }));
});
