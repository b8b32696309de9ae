import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { refuseCrossSite } from './refuse-cross-site.ts';

const url = 'https://portolan.example.com';

test.each<[string, IncomingHttpHeaders, boolean]>([
  ['a program', {}, true],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: url }, true],
  ['our own page, reached under another name', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1' }, true],
  ['a reload', { 'sec-fetch-site': 'none' }, true],
  ['an older browser on our page', { origin: url }, true],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.net' }, false],
  ['another site that lies about its origin', { 'sec-fetch-site': 'cross-site', origin: url }, false],
  ['a neighbour on the same domain', { 'sec-fetch-site': 'same-site' }, false],
  ['another site, older browser', { origin: 'https://evil.example.net' }, false],
  ['another port', { origin: `${url}:8443` }, false],
  ['the same host without TLS', { origin: 'http://portolan.example.com' }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
  ['something unheard of', { 'sec-fetch-site': 'somewhere' }, false],
])('%s', (_, headers, passes) => {
  const attempt = () => refuseCrossSite(headers, url);
  if (passes) expect(attempt).not.toThrow();
  else expect(attempt).toThrow('another site');
});
