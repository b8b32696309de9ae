import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutgoingMail } from './mail.ts';
import { writeMessage } from './write-message.ts';

const from = { name: 'Portolan', address: 'portolan@portolan.example' };
const mail = (change: Partial<OutgoingMail> = {}, content: Partial<OutgoingMail['content']> = {}): OutgoingMail => ({
  id: '00000000-0000-4000-8000-000000000001',
  recipient: 'ada@example.com',
  subject: 'Hello',
  createdAt: new Date('2026-11-15T02:03:04.567Z'),
  ...change,
  content: { text: 'Hello\n', html: '<p>Hello</p>', headers: {}, ...content },
});

/** As a mail program reads it. */
const read = (message: Buffer) => {
  const text = message.toString('utf8');
  const [head = '', ...bodies] = text.split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n');
  const valueIn = (name: string) => headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const boundary = /boundary="([^"]+)"/.exec(valueIn('Content-Type') ?? '')?.[1] ?? '';
  const parts = bodies
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const at = part.indexOf('\r\n\r\n');
      const body = part.slice(at + 4, -2);
      return part.slice(0, at).includes('quoted-printable') ? decodeBytes(body.replaceAll('=\r\n', '')) : body;
    });
  return { text, head, headers, valueIn, parts };
};
const decodeBytes = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
const decodeWords = (value = ''): string =>
  value
    .replaceAll(/\?= (?==\?)/g, '?=')
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/g, (_, word: string) => decodeBytes(word.replaceAll('_', ' ')));
const withMailLines = (text: string): string => text.toWellFormed().replaceAll(/\r\n|\r|\n/g, '\r\n');

describe('headers', () => {
  test('say who, to whom, when and what', () => {
    const { headers } = read(writeMessage(mail({}, { name: 'Ada', headers: { 'X-Reason': 'test' } }), from));
    expect(headers).toEqual([
      'From: Portolan <portolan@portolan.example>',
      'To: Ada <ada@example.com>',
      'Subject: Hello',
      'Message-ID: <00000000-0000-4000-8000-000000000001@portolan.example>',
      'Date: Sun, 15 Nov 2026 02:03:04 +0000',
      'Auto-Submitted: auto-generated',
      'X-Reason: test',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="=_00000000-0000-4000-8000-000000000001"',
    ]);
  });

  test.each([
    ['none', '', 'ada@example.com'],
    ['words', 'Ada King', 'Ada King <ada@example.com>'],
    ['with a comma', 'Lovelace, Ada', '"Lovelace, Ada" <ada@example.com>'],
    ['with quotes', 'Ada "A" \\ King', '"Ada \\"A\\" \\\\ King" <ada@example.com>'],
    ['another address', 'eve@example.org>, x <', '"eve@example.org>, x <" <ada@example.com>'],
    ['of any language', 'Ada Łovelace', '=?UTF-8?Q?Ada_=C5=81ovelace?= <ada@example.com>'],
    ['that looks encoded', '=?UTF-8?Q?x?=', '=?UTF-8?Q?=3D=3FUTF-8=3FQ=3Fx=3F=3D?= <ada@example.com>'],
  ])('a name: %s', (_name, name, expected) => {
    expect(read(writeMessage(mail({}, { name }), from)).valueIn('To')).toBe(expected);
  });

  test('a domain of any language is written as servers know it', () => {
    const { valueIn } = read(writeMessage(mail({ recipient: 'ada@bücher.example' }), { address: 'p@bücher.example' }));
    expect([valueIn('To'), valueIn('From')]).toEqual(['ada@xn--bcher-kva.example', 'p@xn--bcher-kva.example']);
    expect(valueIn('Message-ID')).toContain('@xn--bcher-kva.example>');
  });

  test('long ones are folded at their spaces, and stay as long as they are without any', () => {
    const address = `<https://portolan.example/${'x'.repeat(300)}>`;
    const subject = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ');
    const { head, valueIn } = read(writeMessage(mail({ subject }, { headers: { 'List-Unsubscribe': address } }), from));
    expect(valueIn('Subject')).toBe(subject);
    expect(valueIn('List-Unsubscribe')).toBe(address);
    for (const line of head.split('\r\n')) expect(line.length <= 76 || line.includes('https://')).toBe(true);
  });

  test('every subject comes back, in lines that every server takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 250 }), (subject) => {
        const { head, headers, valueIn } = read(writeMessage(mail({ subject }), from));
        expect(headers).toHaveLength(8);
        expect(decodeWords(valueIn('Subject'))).toBe(subject.toWellFormed());
        expect(head.split('\r\n').every((line) => /^[ -~]{1,300}$/.test(line))).toBe(true);
      }),
    );
  });
});

describe('bodies', () => {
  test('stay as they are where every server takes them', () => {
    const link = `https://portolan.example/?token=${'x'.repeat(200)}`;
    const { text, parts } = read(writeMessage(mail({}, { text: `Open\n${link}\n`, html: `<a href="${link}">` }), from));
    expect(text).toContain(`\r\n${link}\r\n`);
    expect(text).not.toContain('quoted-printable');
    expect(parts).toEqual([`Open\r\n${link}\r\n`, `<a href="${link}">`]);
  });

  test.each([
    ['letters of any language', 'Grüße, Åse 🗝'],
    ['a very long line', 'x'.repeat(5_000)],
    ['a long line of signs', '='.repeat(300)],
    ['a long line of any language', '🗝'.repeat(300)],
    ['spaces at the end of a line', 'a  \nb\t\n'],
    ['what some servers take for a new mail', 'From here on'],
    ['a line that ends a mail', 'a\n.\nb'],
    ['what looks like the end of the part', '--=_00000000-0000-4000-8000-000000000001--'],
    ['other line ends', 'a\rb\r\nc\nd'],
  ])('%s', (_name, given) => {
    const { text, parts } = read(writeMessage(mail({}, { text: given, html: `<p>ü</p>\n${given}` }), from));
    expect(parts[1]).toBe(withMailLines(`<p>ü</p>\n${given}`));
    expect(parts[0]).toBe(withMailLines(given));
    expect(text).not.toMatch(/[^\r]\n|\r[^\n]/);
    for (const line of text.split('\r\n')) expect(line.length).toBeLessThan(998);
  });

  test('every text comes back, in lines that every server takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (given) => {
        const { text, parts } = read(writeMessage(mail({}, { text: given }), from));
        expect(parts[0]).toBe(withMailLines(given));
        expect(text.split('\r\n').every((line) => /^[\t -~]{0,997}$/.test(line))).toBe(true);
      }),
    );
  });
});

test('the same mail is the same bytes', () => {
  expect(writeMessage(mail(), from)).toEqual(writeMessage(mail(), from));
});
