import { expect, test } from 'vitest';
import { renderMail } from './render-mail.ts';

const layout = {
  title: 'Confirm your address',
  paragraphs: ['Hello Ada,\nwelcome.', 'The link works for 30 minutes.'],
  action: { label: 'Confirm', url: 'https://portolan.example/confirm?user=1&token=abc' },
  footer: 'You get this mail because somebody registered with your address.',
};

test('the text says what the HTML says', () => {
  const { text, html } = renderMail(layout);
  expect(text).toBe(
    [
      'Confirm your address',
      'Hello Ada,\nwelcome.',
      'The link works for 30 minutes.',
      'Confirm:\nhttps://portolan.example/confirm?user=1&token=abc',
      '-- \nYou get this mail because somebody registered with your address.\n',
    ].join('\n\n'),
  );
  const words = html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&');
  for (const part of text.split(/[\s:]+/).filter((word) => word !== '--')) expect(words).toContain(part);
});

test('everything is escaped', () => {
  const evil = `<script>alert("x")</script>'&`;
  const { html } = renderMail({
    title: evil,
    paragraphs: [evil],
    action: { label: evil, url: `https://portolan.example/?q="><script>` },
    footer: evil,
    language: '"><script>',
  });
  expect(html).not.toMatch(/<script|"x"|q=">/);
  expect(html).toContain('href="https://portolan.example/?q=&quot;&gt;&lt;script&gt;"');
});

test('readers and programs are told the language, the direction and the colours', () => {
  const { html } = renderMail({ ...layout, language: 'de' });
  expect(html).toMatch(/^<!doctype html>\n<html lang="de" dir="auto">/);
  expect(html).toContain('<title>Confirm your address</title>');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  expect(html.match(/<table/g)).toHaveLength(html.match(/<table role="presentation"/g)?.length ?? 0);
  expect(html.match(/<h1>/g)).toHaveLength(1);
});

test('without an action there is no link', () => {
  const { title, paragraphs, footer } = layout;
  const { text, html } = renderMail({ title, paragraphs, footer });
  expect(html).not.toContain('<a ');
  expect(text).not.toContain('https://');
});

test.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 'mailto:a@b.example', 'https://a.example/\nx'])(
  '%j is no link for a mail',
  (url) => {
    expect(() => renderMail({ ...layout, action: { label: 'Go', url } })).toThrow(
      expect.objectContaining({ code: 'mail.link-invalid' }),
    );
  },
);

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

test('text stands out enough in light and in dark', () => {
  const style = /<style>(.*)<\/style>/s.exec(renderMail(layout).html)?.[1] ?? '';
  const [light = '', dark = ''] = style.split('@media (prefers-color-scheme: dark)');
  const colour = (rules: string, selector: string, property: string): string =>
    new RegExp(`(?:^|[\\n,] ?)${selector}[^{]*{[^}]*?(?<![-\\w])${property}: (#[0-9a-f]{6})`).exec(rules)?.[1] ??
    'none';
  for (const rules of [light, dark]) {
    const card = colour(rules, '\\.card', 'background');
    expect(contrast(card, colour(rules, '\\.content', 'color'))).toBeGreaterThan(4.5);
    expect(contrast(card, colour(rules, '\\.footer', 'color'))).toBeGreaterThan(4.5);
    expect(contrast(card, colour(rules, '\\.address', 'color'))).toBeGreaterThan(4.5);
    expect(contrast(colour(rules, '\\.action', 'background'), colour(rules, '\\.action', 'color'))).toBeGreaterThan(
      4.5,
    );
  }
});
