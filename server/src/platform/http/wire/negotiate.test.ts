import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNegotiator, negotiate, standardOffers } from './negotiate.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['*', 'application/json'],
  ['application/json', 'application/json'],
  ['text/json', 'text/json'],
  ['application/xml', 'application/xml'],
  ['text/xml', 'text/xml'],
  ['TEXT/XML', 'text/xml'],
  ['application/xml; charset=utf-8', 'application/xml'],
  ['text/*', 'text/json'],
  ['application/*', 'application/json'],
  ['application/xml, */*', 'application/xml'],
  ['application/json, text/plain, */*', 'application/json'],
  ['text/html, image/gif, *; q=.2, */*; q=.2', 'application/json'],
  ['application/json;q=0.5, application/xml', 'application/xml'],
  ['application/json;q=0.5, application/xml;q=0.4', 'application/json'],
  ['application/xml, application/json', 'application/xml'],
  ['application/json, application/xml', 'application/json'],
  ['application/xml;q=0, */*', 'application/json'],
  ['application/json;q=0, */*', 'text/json'],
  ['application/json;q=0, text/json;q=0, */*', 'application/xml'],
  ['text/*;q=0.3, text/xml;q=0.7', 'text/xml'],
  ['text/*, text/json;q=0', 'text/xml'],
  [browser, 'application/xml'],
  // What we cannot serve is answered in JSON, never with 406.
  ['image/png', 'application/json'],
  ['application/xml;q=0', 'application/json'],
  ['*/*;q=0', 'application/json'],
  ['application/soap+xml', 'application/json'],
  ['nonsense', 'application/json'],
  [';;,,/,q=1', 'application/json'],
  ['application/xml;q=bogus', 'application/xml'],
])('Accept %s is answered with %s', (accept, mediaType) => {
  expect(negotiate(accept).mediaType).toBe(mediaType);
  // The second time the answer comes from memory.
  expect(negotiate(accept).mediaType).toBe(mediaType);
});

test('a route may offer more', () => {
  const negotiateHealth = createNegotiator([...standardOffers, { mediaType: 'application/health+json', form: 'json' }]);
  expect(negotiateHealth('application/health+json').mediaType).toBe('application/health+json');
  expect(negotiateHealth('application/health+json;q=0.9, application/xml').mediaType).toBe('application/xml');
  expect(negotiateHealth('*/*').mediaType).toBe('application/json');
});

test('no header breaks it', () => {
  const pieces = fc.constantFrom(
    'application/xml',
    'text/json',
    '*/*',
    ';q=0.',
    ';',
    ',',
    '=',
    ' ',
    '/',
    'q',
    '1.5',
    '"',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 20 }), (parts) => {
      expect(standardOffers).toContain(negotiate(parts.join('')));
    }),
  );
});
