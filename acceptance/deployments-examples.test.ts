import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { administratorToken, call, createProject, type DeployedProject, platformApi } from './support/administrator.ts';
import { signIn } from './support/sign-in.ts';
import { adminEmail, adminPassword } from './support/start-portolan.ts';

const url = inject('portolanUrl');
const folder = new URL('../examples/', import.meta.url);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

interface Values {
  readonly [name: string]: unknown;
}

interface Client {
  readonly clientId: string;
  /** Absent where the template does not give it, or the client has none. */
  readonly clientSecret?: string;
  readonly redirectUri: string;
}

const id = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const secret = expect.stringMatching(/^ptl_cs_[0-9A-Za-z]{46}$/);
const key = expect.stringMatching(/^[0-9a-f]{32}$/);
const keys = [{ id, subscriptionKey: key }];

interface Example {
  /** The shapes of contract A5: one found value stands alone, a list stays a list. */
  readonly outputs: Values;
  /** Whoever signs people in. An API alone does not. */
  readonly client?: (values: Values) => Client;
}

const shop = 'https://orders.test.example.com/signin';

const examples: Readonly<Record<string, Example>> = {
  'api-only': {
    outputs: { apiId: id, scopes: ['orders.read', 'orders.write'], apiUri: 'api://orders-test-api', keys },
  },
  'service-and-client': {
    outputs: { serviceId: id, clientId: id, keys },
    client: ({ clientId }) => ({ clientId: String(clientId), redirectUri: shop }),
  },
  'service-and-client-with-secret': {
    outputs: { serviceId: id, clientId: id, clientSecret: secret, keys },
    client: ({ clientId, clientSecret }) => ({
      clientId: String(clientId),
      clientSecret: String(clientSecret),
      redirectUri: shop,
    }),
  },
  'service-and-web-front': {
    outputs: {
      front: { clientId: id, clientSecret: secret, redirectUrls: [shop, 'http://localhost:5000/signin'] },
      serviceId: id,
      keys,
    },
    client: ({ front }) => ({ ...(front as Pick<Client, 'clientId' | 'clientSecret'>), redirectUri: shop }),
  },
  'spa-and-api': {
    outputs: {
      apiId: id,
      spaClientId: id,
      access: [
        { api: id, scopes: ['orders.read'] },
        { api: id, scopes: ['user_impersonation'] },
      ],
      keys,
    },
    client: ({ spaClientId }) => ({
      clientId: String(spaClientId),
      redirectUri: 'https://shop.test.example.com/callback',
    }),
  },
  'web-app-with-service-and-api': {
    outputs: {
      ids: ['shop-test-service', 'shop-test-api', 'shop-test-app'].map((name) => ({ name, id })),
      serviceId: id,
      apiId: id,
      clientId: id,
      clientSecret: secret,
      keys,
    },
    client: ({ clientId, clientSecret }) => ({
      clientId: String(clientId),
      clientSecret: String(clientSecret),
      redirectUri: 'https://shop.test.example.com/signin',
    }),
  },
};

let admin: string;
beforeAll(async () => {
  admin = await administratorToken(url);
});

/** Sends the files as they lie there. */
const submit = async (project: DeployedProject, name: string): Promise<Values> => {
  const encode = (file: string) => readFileSync(new URL(`${name}/${file}.json`, folder)).toString('base64');
  const answer = await call(url, 'POST', `/deployments/v1/projects/${project.projectId}/resourceGroups/files`, {
    token: project.automationToken,
    body: { format: 'json', template: encode('template'), parameters: encode('parameters') },
  });
  expect([answer.status, answer.body?.errors], answer.text).toEqual([200, null]);
  return Object.fromEntries(
    answer.body.values.map(({ name: output, value }: { name: string; value: unknown }) => [output, value]),
  );
};

const read = async (path: string, values: Values, token?: string) => {
  const [{ subscriptionKey }] = values.keys as [{ subscriptionKey: string }];
  const headers = { 'Ocp-Apim-Subscription-Key': subscriptionKey };
  return await call(url, 'GET', `/services/v3${path}`, token === undefined ? { headers } : { headers, token });
};

/** Where a template keeps the secret to itself, its owner gets another one in the portal. */
const withSecret = async (project: DeployedProject, client: Client, isPublic: boolean): Promise<Client> => {
  if (client.clientSecret !== undefined || isPublic) return client;
  const path = `/portal/v1/projects/${project.projectId}/applications/${client.clientId}/secrets`;
  const made = await call(url, 'POST', path, { token: admin, body: { description: 'by hand' } });
  expect(made.status, made.text).toBe(201);
  return { ...client, clientSecret: made.body.secretText };
};

const clientToken = async ({ clientId, clientSecret = '' }: Client) => {
  const answer = await fetch(`${url}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: `${platformApi}/.default`,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as { access_token?: string; error?: string } };
};

test('every example is here', () => expect(Object.keys(examples).toSorted()).toEqual(names.toSorted()));

describe.each(names)('%s', (name) => {
  const { outputs, client: clientOf } = examples[name] ?? { outputs: {} };
  let project: DeployedProject;
  let values: Values;
  beforeAll(async () => {
    project = await createProject(url, admin, `Example ${name}`);
    values = await submit(project, name);
  });

  test('gives outputs of the right shape', () => expect(values).toEqual(outputs));

  test('a second submission changes nothing and gives the same', async () => {
    expect(await submit(project, name)).toEqual(values);
    const answer = await call(url, 'GET', `/deployments/v1/projects/${project.projectId}/deployments?pageSize=1`, {
      token: project.automationToken,
    });
    expect(answer.body.result).toMatchObject([{ state: 'succeeded', createdCount: 0, changedCount: 0 }]);
  });

  test('the key opens the services API, and no other key does', async () => {
    const health = await read('/health/status', values);
    expect(health.status, health.text).toBe(200);
    const other = await read('/health/status', { keys: [{ subscriptionKey: '0'.repeat(32) }] });
    expect(other.status).toBe(401);
  });

  test.runIf(clientOf !== undefined)('a person signs in at the client, and is known to the services API', async () => {
    const plain = clientOf?.(values) ?? { clientId: '', redirectUri: '' };
    const client = await withSecret(project, plain, name === 'spa-and-api');
    const tokens = await signIn({
      url,
      ...client,
      scope: `openid ${platformApi}/user_impersonation`,
      email: adminEmail,
      password: adminPassword,
    });
    const me = await read('/my/profile', values, tokens.access_token);
    expect([me.status, me.body?.email], me.text).toEqual([200, adminEmail]);
  });

  test.runIf('clientSecret' in outputs || 'front' in outputs)('the secret signs the client itself in', async () => {
    const client = clientOf?.(values) ?? { clientId: '', redirectUri: '' };
    const { status, body } = await clientToken(client);
    expect(status, JSON.stringify(body)).toBe(200);
    const subscribers = await read('/this/subscribers?page=0&pageSize=10', values, body.access_token);
    expect([subscribers.status, subscribers.body], subscribers.text).toEqual([200, []]);
    const wrong = await clientToken({ ...client, clientSecret: `${client.clientSecret}x` });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
  });
});
