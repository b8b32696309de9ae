import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actingSystem, createProject, systemTenantId } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import {
  challenge,
  type ProviderFixture,
  people,
  startProviderFixture,
  verifier,
} from '../provider/provider-fixture.ts';
import { ensureResourceGroup } from '../services/resources/ensure-resource-group.ts';
import type { ResourceGroup } from '../services/resources/resource-group-store.ts';
import { wireOf } from '../services/test/wire-of.ts';
import { ensurePlatformRegistrations } from './ensure-platform-registrations.ts';
import { platformApiId } from './platform-registrations.ts';
import { upsertApplication } from './upsert-application.ts';

let fixture: ProviderFixture;
let group: ResourceGroup;

beforeAll(async () => {
  fixture = await startProviderFixture();
  await ensurePlatformRegistrations({ ...fixture, publicUrl: fixture.url });
  group = await inTransaction(fixture.database, async (t) => {
    const creator = { id: people.ada, tenantId: systemTenantId };
    const project = await createProject(t, actingSystem, { creator, name: 'Project' });
    return (await ensureResourceGroup(t, actingSystem, { project, resourceGroup: { name: 'Group' } })).group;
  });
});

afterAll(async () => await fixture.close());

const deploy = async (properties: object, advanced: object = {}) => {
  const resource = { name: `App ${randomUUID()}`, sku: 'app', sections: { properties, advanced } };
  const made = await inTransaction(fixture.database, (t) =>
    upsertApplication(t, fixture, actingSystem, { group, resource }),
  );
  return wireOf(made.resource);
};

const platform = { apiAcceses: [{ apiClientId: platformApiId, scopes: ['user_impersonation'] }] };

const authorizeUrl = (clientId: string, redirectUri: string, scope = 'openid'): string => {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return `${fixture.url}/identity/authorize?${query}`;
};

test.each<[string, string, object]>([
  ['Confidential', 'https://app.example.com/oidc', {}],
  ['Confidential', 'http://localhost:3000/oidc', { applicationUrl: 'http://localhost:3000' }],
  ['Confidential', 'https://localhost/oidc', { applicationUrl: 'https://localhost' }],
  [
    'Confidential',
    'https://app.example.com/oidc',
    { allowImplicitGrantFlow: true, applicationUrl: 'https://app.example.com' },
  ],
  [
    'Confidential',
    'http://localhost:3000/oidc',
    { allowImplicitGrantFlow: true, applicationUrl: 'http://localhost:3000' },
  ],
  ['Spa', 'https://app.example.com/', { postLogoutRedirectUrls: ['https://app.example.com/bye'] }],
  ['Spa', 'http://127.0.0.1:5173/', { allowImplicitGrantFlow: true }],
  ['Public', 'http://[::1]:5000/cb', {}],
  ['Native', 'com.example.app:/callback', {}],
  ['Native', 'myapp://callback', { applicationUrl: 'https://app.example.com' }],
  ['Native', 'http://localhost/callback', { applicationUrl: 'http://localhost' }],
  ['Native', 'com.example.app:/callback', { applicationUrl: 'com.example.app:/start' }],
  ['Spa', 'https://app.example.com/oidc', { allowImplicitGrantFlow: true, applicationUrl: 'http://localhost:5173/' }],
])(
  'what is deployed as %s with %s is a client that users sign in through (%j)',
  async (clientType, redirectUrl, more) => {
    const { id } = await deploy({ clientType, redirectUrls: [redirectUrl], ...more });
    // The provider knows the client and the address, and asks the user to sign in; otherwise it shows an error.
    const answer = await fetch(authorizeUrl(id, redirectUrl), { redirect: 'manual' });
    expect(await answer.text()).not.toContain('invalid');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('/interaction/')]);
    const other = await fetch(authorizeUrl(id, `${redirectUrl}x`), { redirect: 'manual' });
    expect(other.status).toBe(400);
  },
);

test('the provisioned secret gets a token for the platform, another text does not', async () => {
  const { id, secrets } = await deploy({ clientType: 'ClientCredentials' }, platform);
  const secret = secrets[0]?.secretText ?? '';
  const form = { grant_type: 'client_credentials', scope: `${platformApiId}/.default` };
  expect(await fixture.getToken(form, id, secret)).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
  expect(await fixture.getToken(form, id, `${secret}x`)).toMatchObject({ status: 401 });
});

test('a confidential client exchanges its code with the provisioned secret', async () => {
  const redirectUrl = 'https://app.example.com/oidc';
  const { id, secrets } = await deploy({ clientType: 'Confidential', redirectUrls: [redirectUrl] }, platform);
  const landing = await fixture.browse(authorizeUrl(id, redirectUrl, `openid ${platformApiId}/user_impersonation`));
  const code = new URL(landing.location).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUrl, code_verifier: verifier };
  const { status, body } = await fixture.getToken(form, id, secrets[0]?.secretText);
  expect(status).toBe(200);
  const [, claims = ''] = (body.access_token ?? '').split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: platformApiId,
    azp: id,
    scp: 'user_impersonation',
  });
});

test('an API of the platform is out of reach for an application that did not register for it', async () => {
  const { id, secrets } = await deploy({ clientType: 'ClientCredential' });
  const form = { grant_type: 'client_credentials', resource: platformApiId };
  expect(await fixture.getToken(form, id, secrets[0]?.secretText)).toMatchObject({ status: 400 });
});
