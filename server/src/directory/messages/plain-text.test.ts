import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['plain text', 'Hello\nWorld', 'Hello\nWorld'],
  ['text that looks like mathematics', 'a < b && c > d', 'a < b && c > d'],
  ['an ampersand that is written out', 'a &amp; b', 'a &amp; b'],
  ['paragraphs', '<p>One</p>\n<p>Two</p>', 'One\n\nTwo'],
  ['a line break', 'One<br>Two<br/>Three', 'One\nTwo\nThree'],
  ['a list', '<ul><li>One</li><li>Two</li></ul>', '- One\n- Two'],
  ['a link', '<a href="https://example.com/x?a=1&amp;b=2">Read</a>', 'Read (https://example.com/x?a=1&b=2)'],
  [
    'a link that shows its address',
    "<a class='x' href='https://example.com'>https://example.com</a>",
    'https://example.com',
  ],
  ['a link that runs', '<a href="javascript:alert(1)">Read</a>', 'Read'],
  ['a script', '<p>One</p><script>alert("<p>")</script>', 'One'],
  ['a script without an end', '<b>One</b><script>alert(1)', 'One'],
  ['style and comment', '<style>p{}</style><!-- <p>no</p> --><b>Yes</b>', 'Yes'],
  ['entities', '<b>&lt;b&gt; &#228;&#xe4; &eacute; &#0;</b>', '<b> ää &eacute;'],
  ['spaces', '<p>  One \n  more  </p>', 'One more'],
])('%s', (_, content, expected) => {
  expect(plainText(content)).toBe(expected);
});

test.each([
  ['<'.repeat(20_000)],
  ['<a href="'.repeat(2_000)],
  ['<script>'.repeat(2_500)],
  ['<!--'.repeat(5_000)],
  [`${'&#'.repeat(10_000)}<b>`],
  ['<p '.repeat(6_000)],
])('nothing keeps it busy: %#', (content) => {
  const started = performance.now();
  plainText(content);
  expect(performance.now() - started).toBeLessThan(500);
});
