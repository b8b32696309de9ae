import { expect, test } from 'vitest';
import { mergeFields, readFields, writeFields } from '../../services/resources/field-table.ts';
import { createFindings } from '../../services/resources/findings.ts';
import type { ApplicationSettings } from '../application-settings.ts';
import { applicationFields } from './application-fields.ts';

const ids = {
  service: '0f8a1c1e-2b3c-4d5e-8f90-112233445566',
  client: '1f8a1c1e-2b3c-4d5e-8f90-112233445566',
  api: '2f8a1c1e-2b3c-4d5e-8f90-112233445566',
  product: '3f8a1c1e-2b3c-4d5e-8f90-112233445566',
};

const full: ApplicationSettings = {
  sku: 'app;api',
  locked: true,
  tags: ['x'],
  isApi: true,
  clientType: 'Confidential',
  redirectUrls: ['https://app.example.com/oidc', 'http://localhost:3000/oidc'],
  postLogoutRedirectUrls: ['https://app.example.com/bye'],
  applicationUrl: 'https://app.example.com',
  allowImplicitGrantFlow: true,
  appIdUri: 'api://orders',
  tokenVersion: 1,
  publishedScopes: [{ scopeName: 'orders.read', description: 'Read orders' }],
  services: [ids.service],
  apiProductSubscriptions: [{ productId: ids.product, productName: 'Product' }],
  clients: [{ clientId: ids.client, scopes: ['orders.read'] }],
  apiAccesses: [{ apiClientId: ids.api, scopes: ['user_impersonation'] }],
  secondFactorRequired: true,
};

const read = (sections: unknown, rest: object = {}) => {
  const findings = createFindings();
  const { given } = readFields(applicationFields, { ...rest, sections }, findings, []);
  return { given, findings };
};
const properties = (members: object) => read({ properties: members });
const advanced = (members: object) => read({ advanced: members });

test('every setting is written in the form of a template and reads back the same', () => {
  const written = writeFields(applicationFields, full);
  expect(written).toMatchObject({
    sections: {
      properties: { clientType: 'Confidential', tokenVersion: 1, services: [ids.service] },
      advanced: {
        apiAcceses: [{ apiClientId: ids.api, scopes: ['user_impersonation'] }],
        clients: [{ clientId: ids.client, scopes: ['orders.read'] }],
      },
    },
  });
  const findings = createFindings();
  expect(readFields(applicationFields, written, findings, []).given).toEqual(full);
  expect(findings).toEqual(createFindings());
});

test('null clears every setting to its default', () => {
  const nulls = (members: object) => Object.fromEntries(Object.keys(members).map((member) => [member, null]));
  const written = writeFields(applicationFields, full) as { sections: { properties: object; advanced: object } };
  const sections = {
    properties: nulls(written.sections.properties),
    advanced: nulls(written.sections.advanced),
  };
  const { given, findings } = read(sections, { sku: null, locked: null });
  expect(findings).toEqual(createFindings());
  expect(given).toEqual(mergeFields(applicationFields, undefined, {}));
});

test.each([
  ['ClientCredentials', 'ClientCredential'],
  ['clientcredential', 'ClientCredential'],
  ['spa', 'Spa'],
  ['NATIVE', 'Native'],
])('clientType %s is %s', (clientType, expected) => {
  expect(properties({ clientType }).given).toEqual({ clientType: expected });
});

test.each<[string, object, string]>([
  ['an unknown client type', { clientType: 'Web' }, '/clientType'],
  ['a redirect without TLS', { redirectUrls: ['http://app.example.com'] }, '/redirectUrls/0'],
  ['a redirect with a fragment', { redirectUrls: ['https://a.example/x', 'https://a.example/#x'] }, '/redirectUrls/1'],
  ['a redirect with a wildcard', { redirectUrls: ['https://*.example.com'] }, '/redirectUrls/0'],
  ['a redirect that runs code', { redirectUrls: ['javascript:alert(1)'] }, '/redirectUrls/0'],
  ['a redirect that is no text', { redirectUrls: [null] }, '/redirectUrls/0'],
  ['redirects as a text', { redirectUrls: 'https://app.example.com' }, '/redirectUrls'],
  ['a page with a fragment', { applicationUrl: 'https://app.example.com/#/' }, '/applicationUrl'],
  ['a bare word as appIdUri', { appIdUri: 'orders' }, '/appIdUri'],
  ['spaces in appIdUri', { appIdUri: 'api://my orders' }, '/appIdUri'],
  ['a query in appIdUri', { appIdUri: 'api://orders?x' }, '/appIdUri'],
  ['our own appIdUri', { appIdUri: 'urn:portolan:api:x' }, '/appIdUri'],
  ['token version 3', { tokenVersion: 3 }, '/tokenVersion'],
  ['a token version as text', { tokenVersion: '2' }, '/tokenVersion'],
  ['a scope as text', { publishedScopes: ['read'] }, '/publishedScopes/0'],
  ['a scope without name', { publishedScopes: [{ description: 'x' }] }, '/publishedScopes/0/scopeName'],
  ['a scope with a space', { publishedScopes: [{ scopeName: 'a b' }] }, '/publishedScopes/0/scopeName'],
  ['a scope with a slash', { publishedScopes: [{ scopeName: 'a/b' }] }, '/publishedScopes/0/scopeName'],
  ['openid as a scope', { publishedScopes: [{ scopeName: 'openid' }] }, '/publishedScopes/0/scopeName'],
  ['.default as a scope', { publishedScopes: [{ scopeName: '.default' }] }, '/publishedScopes/0/scopeName'],
  ['a scope twice', { publishedScopes: [{ scopeName: 'a' }, { scopeName: 'a' }] }, '/publishedScopes/1'],
  [
    'a description of a number',
    { publishedScopes: [{ scopeName: 'a', description: 1 }] },
    '/publishedScopes/0/description',
  ],
  ['a service that is no id', { services: ['my service'] }, '/services/0'],
])('%s is refused where it stands', (_name, members, path) => {
  expect(properties(members).findings.problems.map((problem) => problem.path)).toEqual([`/sections/properties${path}`]);
});

test.each<[string, object, string]>([
  ['a client that is no id', { clients: [{ clientId: 'me', scopes: [] }] }, '/clients/0/clientId'],
  ['a client twice', { clients: [{ clientId: ids.client }, { clientId: ids.client.toUpperCase() }] }, '/clients/1'],
  ['an empty scope of a client', { clients: [{ clientId: ids.client, scopes: [''] }] }, '/clients/0/scopes/0'],
  ['an access without API', { apiAcceses: [{ scopes: ['x'] }] }, '/apiAcceses/0/apiClientId'],
  ['scopes as a text', { apiAcceses: [{ apiClientId: ids.api, scopes: 'x' }] }, '/apiAcceses/0/scopes'],
  ['a product without name', { apiProductSubscriptions: [{ productId: '' }] }, '/apiProductSubscriptions/0/productId'],
  ['a product as a number', { apiProductSubscriptions: [{ productId: 7 }] }, '/apiProductSubscriptions/0/productId'],
])('%s is refused where it stands', (_name, members, path) => {
  expect(advanced(members).findings.problems.map((problem) => problem.path)).toEqual([`/sections/advanced${path}`]);
});

test.each<[string, object, Partial<ApplicationSettings>]>([
  ['a custom scheme', { redirectUrls: ['com.example.app:/cb'] }, { redirectUrls: ['com.example.app:/cb'] }],
  [
    'a redirect twice',
    { redirectUrls: ['https://a.example/', 'https://a.example/'] },
    { redirectUrls: ['https://a.example/'] },
  ],
  ['an empty page', { applicationUrl: '' }, { applicationUrl: null }],
  ['appIdUri with a slash at the end', { appIdUri: 'https://orders.example/' }, { appIdUri: 'https://orders.example' }],
  [
    'a scope without description',
    { publishedScopes: [{ scopeName: 'read:users' }] },
    { publishedScopes: [{ scopeName: 'read:users', description: '' }] },
  ],
])('%s is taken', (_name, members, given) => {
  const found = properties(members);
  expect(found.findings).toEqual(createFindings());
  expect(found.given).toEqual(given);
});

test('names that a provisioned resource carries are no surprise; others are a warning', () => {
  const { findings } = advanced({
    apiProductSubscriptions: [{ productId: 'x', key: 'k' }],
    apiAcceses: [{ apiClientId: 'api://x', apiName: 'X', scopes: null }],
    clients: [{ clientId: ids.client, scope: ['x'] }],
  });
  expect(findings.problems).toEqual([]);
  expect(findings.warnings).toEqual([
    { path: '/sections/advanced/clients/0/scope', message: 'clients[0].scope is not known and has no effect.' },
  ]);
});
