import { expect, test } from 'vitest';
import { notificationMail } from './notification-mail.ts';

const unsubscribeUrl = 'https://portolan.example.com/unsubscribe/ptl1.k1.abc.def';
const given = {
  messageId: 'm1',
  name: 'Maintenance <tonight>',
  content: '<p>From 8 to 9.</p><script>alert(1)</script><p>See <a href="https://example.com/a">here</a>.</p>',
  important: false,
  sender: 'Weather & Sea',
  channel: 'General',
  serviceUrl: 'https://weather.example.com',
  recipient: { userId: 'u1', displayName: 'Ada', email: 'ada@example.com' },
  unsubscribeUrl,
};

test('text and HTML say the same, and nothing of the markup is left', () => {
  const { text, html, subject, to, dedupeKey } = notificationMail(given);
  expect([subject, to, dedupeKey]).toEqual([
    'Maintenance <tonight>',
    { name: 'Ada', address: 'ada@example.com' },
    'message:m1:user:u1',
  ]);
  expect(text).toContain('From 8 to 9.\n\nSee here (https://example.com/a).');
  expect(text).toContain(unsubscribeUrl);
  expect(text).toContain('https://weather.example.com');
  expect(html).toContain('<p>From 8 to 9.</p>\n<p>See here (https://example.com/a).</p>');
  expect(html).toContain('Maintenance &lt;tonight&gt;');
  expect(html).toContain(`<a href="${unsubscribeUrl}">unsubscribe</a>`);
  expect(html).not.toContain('alert');
});

test('mail programs find the way out', () => {
  expect(notificationMail(given).headers).toEqual({
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(notificationMail({ ...given, important: true }).headers).toMatchObject({ Importance: 'high' });
});

test.each([null, '', 'javascript:alert(1)', 'https://a b'])('the address %j is no link', (serviceUrl) => {
  expect(notificationMail({ ...given, serviceUrl }).html).not.toContain('class="action"');
});

test('a name that is too long for a subject is cut between characters', () => {
  const { subject } = notificationMail({ ...given, name: '\u{1f30d}'.repeat(200) });
  expect(subject).toBe(`${'\u{1f30d}'.repeat(100)}…`);
});
