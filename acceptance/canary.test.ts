import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { administratorToken, call, createProject, deploy } from './support/administrator.ts';
import { findCanaries } from './support/canary-search.ts';
import { signIn } from './support/sign-in.ts';
import { adminEmail, adminPassword, startPortolan } from './support/start-portolan.ts';

const program = fileURLToPath(new URL('../server/bin/portolan-server.js', import.meta.url));
const redirect = 'https://canary.example.com/callback';
const template = {
  resourceGroup: { name: 'Canary group' },
  resources: [
    {
      name: 'canary-client',
      sku: 'app',
      resourceType: 'platform.application',
      sections: { properties: { isApi: false, clientType: 'Confidential', redirectUrls: [redirect] }, advanced: {} },
    },
  ],
  outputs: [
    { name: 'id', value: '$resources[0].id', type: 'string' },
    { name: 'secret', value: '$resources[0].sections.properties.secrets[0].secretText', type: 'string' },
    { name: 'key', value: '$resources[0].sections.advanced.apiProductSubscriptions[0].key', type: 'string' },
  ],
};

test('no secret lies in the database, its log, the server log, the outbox or a backup (goal R7)', async () => {
  const server = await startPortolan({ environment: { PORTOLAN_LOG_LEVEL: 'debug', DATABASE_URL: '' } });
  const folder = await mkdtemp(join(tmpdir(), 'portolan-canary-'));
  try {
    const token = await administratorToken(server.url);
    const project = await createProject(server.url, token, 'Canary');
    const secretParameter = 'canary-parameter-4d1f0a77c2';
    const deployed = await deploy(server.url, project, template, [
      { name: 'password', value: secretParameter, type: 'secret' },
    ]);
    expect(deployed.body, deployed.text).toMatchObject({ errors: null });
    const value = (name: string): string =>
      deployed.body.values.find((entry: { name: string }) => entry.name === name).value;
    const tokens = await signIn({
      url: server.url,
      clientId: value('id'),
      clientSecret: value('secret'),
      redirectUri: redirect,
      scope: 'openid offline_access',
      email: adminEmail,
      password: adminPassword,
    });
    // Also what goes wrong must not be written down.
    await call(server.url, 'GET', '/portal/v1/me', { token: `${token}x` });
    await call(server.url, 'GET', '/portal/v1/me', { headers: { 'Ocp-Apim-Subscription-Key': value('key') } });

    const file = join(folder, 'portolan.backup');
    expect(
      spawnSync(process.execPath, [program, 'backup', file], { env: { ...process.env, ...server.environment } }).status,
    ).toBe(0);
    await writeFile(join(folder, 'server.log'), server.output());
    const canaries = [
      adminPassword,
      project.automationToken,
      secretParameter,
      value('secret'),
      value('key'),
      tokens.access_token,
      tokens.refresh_token ?? '',
      token,
    ];
    expect(canaries.every((canary) => canary.length >= 20)).toBe(true);
    const { hits, searchedBytes } = await findCanaries([server.data, folder], canaries);
    expect(hits).toEqual([]);
    expect(searchedBytes).toBeGreaterThan(10_000_000);

    // The control: what is not secret is found in the same places.
    expect((await findCanaries([server.data, folder], [adminEmail])).hits.length).toBeGreaterThan(0);
  } finally {
    await server.remove();
    await rm(folder, { recursive: true });
  }
});
