import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://portolan.example.com', { id: 'portolan.example.com', origin: 'https://portolan.example.com' }],
  ['https://portolan.example.com:8443', { id: 'portolan.example.com', origin: 'https://portolan.example.com:8443' }],
  ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
])('%s has passkeys', (url, party) => {
  expect(relyingPartyOf(url)).toMatchObject(party);
});

test.each(['http://portolan.example.com', 'http://127.0.0.1:4000', 'https://[::1]:4000', 'https://10.0.0.1'])(
  '%s has none',
  (url) => {
    expect(relyingPartyOf(url)).toBeUndefined();
  },
);
