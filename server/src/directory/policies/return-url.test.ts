import { expect, test } from 'vitest';
import { checkReturnUrl, usualReturnUrl } from './return-url.ts';

const registered = [
  'https://app.example.com/callback',
  'http://localhost:3000/callback',
  'com.example.app:/callback',
  'http://plain.example.com/callback',
];

test.each([
  ['https://app.example.com/callback', 'https://app.example.com/callback'],
  ['https://app.example.com/map?x=1#y', 'https://app.example.com/map?x=1#y'],
  ['https://APP.example.com:443', 'https://app.example.com/'],
  ['http://localhost:3000/', 'http://localhost:3000/'],
])('%s is a page of the application', (text, expected) => {
  expect(checkReturnUrl(text, registered)).toBe(expected);
});

test.each([
  'https://evil.example.net/',
  'https://app.example.com.evil.example.net/',
  'https://app.example.com@evil.example.net/',
  'https://user:password@app.example.com/',
  'https://evil.example.net/https://app.example.com/',
  'https://evil.example.net\\@app.example.com/',
  '//app.example.com/',
  '/map',
  'app.example.com',
  'http://app.example.com/',
  'https://app.example.com:8443/',
  'http://localhost:4000/',
  'http://plain.example.com/callback',
  'com.example.app:/callback',
  'javascript:alert(1)//https://app.example.com',
  'data:text/html,x',
  'https:app',
  '',
  `https://app.example.com/${'x'.repeat(3_000)}`,
])('%s is none', (text) => {
  expect(() => checkReturnUrl(text, registered)).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      details: [expect.objectContaining({ in: 'header', path: '/returnUrl' })],
    }),
  );
});

test('an application without addresses has no pages', () => {
  expect(() => checkReturnUrl('https://app.example.com/', [])).toThrow();
});

test.each([
  [null, undefined],
  ['https://app.example.com', 'https://app.example.com/'],
  ['com.example.app:/x', undefined],
  ['http://app.example.com', undefined],
])('an application at %s', (applicationUrl, expected) => {
  expect(usualReturnUrl(applicationUrl)).toBe(expected);
});
