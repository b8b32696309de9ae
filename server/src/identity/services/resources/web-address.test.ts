import { expect, test } from 'vitest';
import { findAddressProblem, isLoopbackAddress } from './web-address.ts';

test.each([
  'https://app.example.com',
  'https://app.example.com/start?x=1&y=%20',
  'https://app.example.com:8443/',
  'http://localhost',
  'http://localhost:3000/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:5000/callback',
  'https://bücher.example/',
])('%s is an address', (text) => {
  expect(findAddressProblem(text)).toBeUndefined();
});

test.each([
  ['http://app.example.com', 'must begin with https:// (http:// only on localhost)'],
  ['http://localhost.example.com', 'must begin with https:// (http:// only on localhost)'],
  ['http://127.0.0.1.example.com/', 'must begin with https:// (http:// only on localhost)'],
  ['com.example.app:/callback', 'must begin with https:// (http:// only on localhost)'],
  ['javascript:alert(1)', 'must begin with https:// (http:// only on localhost)'],
  ['https://app.example.com/#/home', 'must have no fragment (#)'],
  ['https://app.example.com/callback#', 'must have no fragment (#)'],
  ['https://*.example.com/', 'must have no wildcard'],
  ['https://app.example.com/*', 'must have no wildcard'],
  ['https://user:pass@app.example.com/', 'must have no user name or password'],
  ['https://app.example.com\\@evil.example/', 'must have no spaces, backslashes or control characters'],
  [' https://app.example.com', 'must have no spaces, backslashes or control characters'],
  ['https://app.example.com/\n', 'must have no spaces, backslashes or control characters'],
  ['https://app.example.com/\ud800', 'must have no spaces, backslashes or control characters'],
  ['https:app.example.com', 'must name a host'],
  ['https:///path', 'must name a host'],
  ['app.example.com', 'must be an address such as https://app.example.com/start'],
  ['', 'must be an address such as https://app.example.com/start'],
  [`https://app.example.com/${'a'.repeat(2048)}`, 'must have at most 2048 characters'],
])('%s is none: %s', (text, problem) => {
  expect(findAddressProblem(text)).toBe(problem);
});

test.each([
  ['com.example.app:/callback', undefined],
  ['myapp://callback', undefined],
  ['https://app.example.com/callback', undefined],
  ['http://app.example.com/callback', 'must begin with https:// (http:// only on localhost)'],
  ['javascript:alert(1)', 'must not use the scheme javascript'],
  ['data:text/html,x', 'must not use the scheme data'],
  ['file:///etc/passwd', 'must not use the scheme file'],
  ['myapp:', 'must be an address such as com.example.app:/callback'],
  ['myapp://callback#x', 'must have no fragment (#)'],
])('where private schemes are allowed, %s: %s', (text, problem) => {
  expect(findAddressProblem(text, { privateSchemes: true })).toBe(problem);
});

test('a page may have a fragment', () => {
  expect(findAddressProblem('https://app.example.com/#/home', { fragments: true })).toBeUndefined();
});

test.each([
  ['http://localhost:3000/x', true],
  ['https://[::1]/x', true],
  ['https://app.example.com/', false],
  ['no address', false],
])('%s is on this machine: %s', (text, expected) => {
  expect(isLoopbackAddress(text)).toBe(expected);
});
