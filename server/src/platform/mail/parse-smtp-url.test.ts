import { expect, test } from 'vitest';
import { parseSmtpUrl } from './parse-smtp-url.ts';

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'required' }],
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, tls: 'implicit' }],
  ['smtps://mail.example.com?tls=required', { host: 'mail.example.com', port: 465, tls: 'implicit' }],
  ['smtp://mail:1025?tls=off', { host: 'mail', port: 1025, tls: 'off' }],
  ['smtp://localhost:25/', { host: 'localhost', port: 25, tls: 'off' }],
  ['smtp://127.0.0.1:25?tls=required', { host: '127.0.0.1', port: 25, tls: 'required' }],
  ['smtp://[::1]:25', { host: '::1', port: 25, tls: 'off' }],
  ['smtp://[2001:db8::1]:25', { host: '2001:db8::1', port: 25, tls: 'required' }],
  [
    'smtp://me%40example.com:p%3A%2Fss@m.example',
    { host: 'm.example', port: 587, tls: 'required', user: 'me@example.com', password: 'p:/ss' },
  ],
])('%s', (url, server) => {
  expect(parseSmtpUrl(url)).toEqual(server);
});

test.each([
  ['mail.example.com', /complete address/],
  ['https://mail.example.com', /smtp:\/\/ or smtps:\/\//],
  ['smtp:///path', /name a host/],
  ['smtp://mail.example.com/inbox', /no path/],
  ['smtp://mail.example.com?tls=maybe', /tls=required or tls=off/],
  ['smtps://mail.example.com?tls=off', /not say tls=off/],
  ['smtp://mail.example.com?rejectUnauthorized=false', /option tls only/],
  ['smtp://user@mail.example.com', /both a user name and a password/],
  ['smtp://user:%zz@mail.example.com', /percent-encoded/],
])('%s is refused', (url, problem) => {
  expect(() => parseSmtpUrl(url)).toThrow(problem);
});
