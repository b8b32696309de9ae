import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { type FederationInput, readFederation } from './read-federation.ts';

const good: FederationInput = { name: 'Harbour', issuer: 'https://id.example.com/tenant', clientId: 'portolan' };

test('the rest has defaults', () => {
  expect(readFederation(good)).toEqual({
    name: 'Harbour',
    issuer: 'https://id.example.com/tenant',
    clientId: 'portolan',
    scopes: ['openid', 'profile', 'email'],
    claimMapping: {},
    domains: [],
    createUsers: true,
    enabled: true,
  });
});

test('absent members keep what is stored, domains are kept in lower case and once', () => {
  const stored = readFederation({ ...good, createUsers: false, domains: ['A.example.com', 'a.example.com '] });
  expect(stored.domains).toEqual(['a.example.com']);
  expect(readFederation({ enabled: false }, stored)).toEqual({ ...stored, enabled: false });
});

test.each<[keyof FederationInput, FederationInput]>([
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(101) }],
  ['issuer', { issuer: 'http://id.example.com' }],
  ['issuer', { issuer: 'https://id.example.com?x=1' }],
  ['issuer', { issuer: 'https://id.example.com#x' }],
  ['issuer', { issuer: 'https://user@id.example.com' }],
  ['issuer', { issuer: 'file:///etc/passwd' }],
  ['issuer', { issuer: 'nonsense' }],
  ['clientId', { clientId: '' }],
  ['clientSecret', { clientSecret: '' }],
  ['scopes', { scopes: ['profile'] }],
  ['scopes', { scopes: ['openid', 'a b'] }],
  ['domains', { domains: ['localhost'] }],
  ['domains', { domains: ['*.example.com'] }],
  ['claimMapping', { claimMapping: { password: 'x' } }],
  ['claimMapping', { claimMapping: { email: '' } }],
])('%s: %j is refused and named', (member, change) => {
  try {
    readFederation({ ...good, ...change });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).details.map(({ path }) => path)).toEqual([`/${member}`]);
  }
});

test('an issuer on this machine may do without TLS', () => {
  expect(readFederation({ ...good, issuer: 'http://localhost:4000/identity' }).issuer).toContain('localhost');
});
