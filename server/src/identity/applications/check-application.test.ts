import { expect, test } from 'vitest';
import { mergeFields } from '../services/resources/field-table.ts';
import { createFindings } from '../services/resources/findings.ts';
import { UnknownValue } from '../services/resources/unknown-value.ts';
import type { ApplicationSettings, SecretOption } from './application-settings.ts';
import { checkApplication } from './check-application.ts';
import { applicationFields } from './wire/application-fields.ts';

const scope = { scopeName: 'read', description: '' };
const client: Partial<ApplicationSettings> = {
  sku: 'app',
  clientType: 'Confidential',
  redirectUrls: ['https://app.example.com/oidc'],
};
const api: Partial<ApplicationSettings> = { sku: 'api', isApi: true, clientType: 'None', publishedScopes: [scope] };

const check = (
  given: Partial<ApplicationSettings>,
  options: {
    readonly stored?: Partial<ApplicationSettings>;
    readonly secretOption?: SecretOption;
    readonly unknown?: readonly (keyof ApplicationSettings)[];
  } = {},
) => {
  const findings = createFindings();
  const stored = options.stored === undefined ? undefined : mergeFields(applicationFields, undefined, options.stored);
  const wanted = mergeFields(applicationFields, stored, given);
  const unknown = new Map((options.unknown ?? []).map((member) => [member, new UnknownValue('query')]));
  const { secretOption } = options;
  checkApplication({ isNew: stored === undefined, given, wanted, secretOption, unknown }, findings);
  return { problems: findings.problems.map(({ path }) => path), warnings: findings.warnings.map(({ path }) => path) };
};

const fine = { problems: [], warnings: [] };
const clientId = '1f8a1c1e-2b3c-4d5e-8f90-112233445566';

test.each<[string, ReturnType<typeof check>]>([
  ['a confidential client', check(client)],
  ['an API alone', check(api)],
  ['an API without a word about its client type', check({ sku: 'api', isApi: true, publishedScopes: [scope] })],
  ['both', check({ ...api, ...client, sku: 'app;api' })],
  [
    'a native client',
    check({ ...client, clientType: 'Native', redirectUrls: ['com.example.app:/cb', 'http://localhost/cb'] }),
  ],
  ['https on localhost', check({ ...client, redirectUrls: ['https://localhost/cb'] })],
  [
    'http on localhost with the implicit flow',
    check({ ...client, allowImplicitGrantFlow: true, redirectUrls: ['http://localhost/cb'] }),
  ],
  ['authorized clients of an API', check({ ...api, clients: [{ clientId, scopes: ['read'] }] })],
  ['authorized clients of a stored API', check({ clients: [{ clientId, scopes: ['read'] }] }, { stored: api })],
  [
    'an API that becomes none keeps its scopes',
    check({ isApi: false, sku: 'app', clientType: 'Spa', redirectUrls: ['https://a.example/'] }, { stored: api }),
  ],
  ['a rollover', check(client, { secretOption: 'rollover' })],
  ['no secret for a Spa', check({ ...client, clientType: 'Spa' }, { secretOption: 'none' })],
  ['scopes that nobody knows yet', check({ ...api, publishedScopes: [] }, { unknown: ['publishedScopes'] })],
  ['a client type that nobody knows yet', check({ sku: 'app' }, { unknown: ['clientType'] })],
])('%s is fine', (_name, outcome) => {
  expect(outcome).toEqual(fine);
});

test.each<[string, ReturnType<typeof check>, string]>([
  ['a client without type', check({ sku: 'app' }), '/sections/properties/clientType'],
  ['an API without scopes', check({ ...api, publishedScopes: [] }), '/sections/properties/publishedScopes'],
  [
    'a stored API that loses its scopes',
    check({ publishedScopes: [] }, { stored: api }),
    '/sections/properties/publishedScopes',
  ],
  ['scopes of what is no API', check({ ...client, publishedScopes: [scope] }), '/sections/properties/publishedScopes'],
  [
    'clients of what is no API',
    check({ ...client, clients: [{ clientId, scopes: [] }] }),
    '/sections/advanced/clients',
  ],
  [
    'clients with a scope that is not published',
    check({ ...api, clients: [{ clientId, scopes: ['write'] }] }),
    '/sections/advanced/clients/0/scopes',
  ],
  [
    'a custom scheme on the web',
    check({ ...client, redirectUrls: ['https://a.example/', 'com.example.app:/cb'] }),
    '/sections/properties/redirectUrls/1',
  ],
  [
    'a custom scheme after sign-out',
    check({ ...client, postLogoutRedirectUrls: ['myapp://bye'] }),
    '/sections/properties/postLogoutRedirectUrls/0',
  ],
  [
    'a custom scheme as page',
    check({ ...client, applicationUrl: 'myapp://start' }),
    '/sections/properties/applicationUrl',
  ],
  [
    'a stored custom scheme when the client leaves Native',
    check({ clientType: 'Public' }, { stored: { ...client, clientType: 'Native', redirectUrls: ['myapp://cb'] } }),
    '/sections/properties/redirectUrls/0',
  ],
  [
    'https on localhost for Native',
    check({ ...client, clientType: 'Native', redirectUrls: ['https://localhost/cb'] }),
    '/sections/properties/redirectUrls/0',
  ],
  [
    'https on localhost with the implicit flow',
    check({ ...client, allowImplicitGrantFlow: true, applicationUrl: 'https://localhost/' }),
    '/sections/properties/applicationUrl',
  ],
  [
    'a secret for a Spa',
    check({ ...client, clientType: 'Spa' }, { secretOption: 'onlyIfEmpty' }),
    '/sections/properties/secretManagementOptions',
  ],
  ['a rollover for an API', check(api, { secretOption: 'rollover' }), '/sections/properties/secretManagementOptions'],
])('%s is refused', (_name, outcome, path) => {
  expect(outcome.problems).toEqual([path]);
});

test.each<[string, ReturnType<typeof check>, string]>([
  ['a sku that says something else', check({ ...api, sku: 'app', clientType: 'Confidential' }), '/sku'],
  ['a client that is none', check({ sku: 'app', clientType: 'None' }), '/sections/properties/clientType'],
  ['a Spa without redirects', check({ sku: 'app', clientType: 'Spa' }), '/sections/properties/redirectUrls'],
])('%s is worth a warning', (_name, outcome, path) => {
  expect(outcome).toEqual({ problems: [], warnings: [path] });
});
