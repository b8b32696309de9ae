import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { administratorToken, call, createProject, deploy } from './support/administrator.ts';
import { approveDevice } from './support/approve-device.ts';
import { signIn } from './support/sign-in.ts';
import { adminEmail, adminPassword } from './support/start-portolan.ts';

const url = inject('portolanUrl');
const redirect = 'https://orders.example.com/callback';

const template = {
  resourceGroup: {
    name: "$concat('Orders ', parameter('environment'))",
    description: 'Orders',
    tags: ['orders'],
    isProduction: false,
    locked: false,
  },
  variables: { serviceName: "$concat('orders-service-', parameter('environment'))" },
  resources: [
    {
      name: "$variable('serviceName')",
      sku: 'standard',
      resourceType: 'platform.service',
      sections: {
        properties: {
          description: 'Takes orders',
          shortName: 'Orders',
          openInNewTab: false,
          visible: true,
          serviceUrl: 'https://orders.example.com',
          shortDescription: 'Orders',
          technicalContactEmail: '',
        },
        advanced: {
          parentServiceId: null,
          childServiceIds: [],
          passwordPolicy: null,
          accessLevels: { useAccessLevels: false, accessLevels: null },
        },
      },
    },
    {
      name: "$concat('orders-web-', parameter('environment'))",
      sku: 'app',
      resourceType: 'platform.application',
      sections: {
        properties: {
          isApi: false,
          clientType: 'Confidential',
          redirectUrls: [redirect],
          applicationUrl: 'https://orders.example.com',
          allowImplicitGrantFlow: false,
          tokenVersion: 2,
          publishedScopes: [],
          services: ["$resources[?name==variable('serviceName')].id"],
        },
        advanced: {
          apiProductSubscriptions: [],
          clients: [],
          apiAcceses: [{ apiClientId: '706f7274-6f6c-416e-8000-000000000001', scopes: ['user_impersonation'] }],
        },
      },
    },
  ],
  outputs: [
    { name: 'serviceId', value: "$resources[?name==variable('serviceName')].id", type: 'string' },
    { name: 'clientId', value: "$resources[?resourceType=='platform.application'].id", type: 'string' },
    {
      name: 'secret',
      value: "$resources[?resourceType=='platform.application'].sections.properties.secrets[0].secretText",
      type: 'string',
    },
    {
      name: 'keys',
      value:
        "$resources[?resourceType=='platform.application'].sections.advanced.apiProductSubscriptions[].{id:productId,subscriptionKey:key}",
      type: 'object',
    },
  ],
};

describe('from an administrator to a signed-in user of a deployed application', () => {
  test('project, automation token, template, client, sign-in, key', async () => {
    const token = await administratorToken(url);
    expect((await call(url, 'GET', '/portal/v1/me', { token })).body.email).toBe(adminEmail);
    const project = await createProject(url, token, `Orders ${Date.now()}`);
    const parameters = [{ name: 'environment', value: 'test', type: 'string' }];

    const first = await deploy(url, project, template, parameters);
    expect(first.body, first.text).toMatchObject({ errors: null });
    expect(first.status).toBe(200);
    const values = Object.fromEntries(
      first.body.values.map(({ name, value }: { name: string; value: unknown }) => [name, value]),
    );
    expect(Object.keys(values)).toEqual(['serviceId', 'clientId', 'secret', 'keys']);

    const again = await deploy(url, project, template, parameters);
    expect(again.body).toEqual(first.body);

    const tokens = await signIn({
      url,
      clientId: values.clientId,
      clientSecret: values.secret,
      redirectUri: redirect,
      scope: 'openid profile api://portolan/user_impersonation',
      email: adminEmail,
      password: adminPassword,
    });
    const me = await call(url, 'GET', '/portal/v1/me', { token: tokens.access_token });
    expect(me.body.email).toBe(adminEmail);
    const [key] = [values.keys].flat();
    expect(key.subscriptionKey).toMatch(/^[0-9a-f]{32}$/);
  });

  test('the program among the examples does it in one go', async () => {
    const program = fileURLToPath(new URL('../examples/first-steps.mjs', import.meta.url));
    const running = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(running, 'exit');
    const trouble: string[] = [];
    running.stderr.setEncoding('utf8').on('data', (text) => trouble.push(text));
    const said: string[] = [];
    for await (const line of createInterface(running.stdout)) {
      said.push(line);
      const link = /^Open (http\S+)$/.exec(line)?.[1];
      if (link !== undefined) await approveDevice(url, link);
    }
    expect([await ended, trouble.join('')]).toEqual([[0, null], '']);
    const text = said.join('\n');
    expect(text).toMatch(/clientSecret: "ptl_cs_[0-9A-Za-z]{46}"/);
    const services = JSON.parse(text.slice(text.lastIndexOf('belongs to:') + 'belongs to:'.length));
    expect(JSON.stringify(services)).toContain('orders-test-service');
  });

  test('a revoked automation token is soon refused', async () => {
    const token = await administratorToken(url);
    const project = await createProject(url, token, `Revoked ${Date.now()}`);
    const list = await call(url, 'GET', `/portal/v1/projects/${project.projectId}/automation-tokens`, { token });
    const [{ id }] = list.body.result;
    await call(url, 'DELETE', `/portal/v1/projects/${project.projectId}/automation-tokens/${id}`, { token });
    await expect
      .poll(async () => (await deploy(url, project, template, [])).status, { timeout: 3_000, interval: 50 })
      .toBe(401);
  });
});
