import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSubscriptionKey, platformApiId } from '../identity/applications/index.ts';
import { hashToken } from '../platform/secrets/index.ts';
import type { TemplatePlan } from './plan/plan-template.ts';
import { type DeploymentsBench, openDeploymentsBench } from './test/open-deployments-bench.ts';

const folder = new URL('../../../examples/', import.meta.url);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const read = (name: string, file: 'template' | 'parameters') =>
  readFileSync(new URL(`${name}/${file}.json`, folder), 'utf8');

let bench: DeploymentsBench;
beforeAll(async () => {
  bench = await openDeploymentsBench();
});
afterAll(async () => await bench.close());

const id = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const secret = expect.stringMatching(/^ptl_cs_[0-9A-Za-z]{46}$/);
const keys = [{ id, subscriptionKey: expect.stringMatching(/^[0-9a-f]{32}$/) }];

/** What each example answers with: the shapes of contract A5. */
const outputs: Readonly<Record<string, object>> = {
  'api-only': { apiId: id, scopes: ['orders.read', 'orders.write'], apiUri: 'api://orders-test-api', keys },
  'service-and-client': { serviceId: id, clientId: id, keys },
  'service-and-client-with-secret': { serviceId: id, clientId: id, clientSecret: secret, keys },
  'service-and-web-front': {
    front: {
      clientId: id,
      clientSecret: secret,
      redirectUrls: ['https://orders.test.example.com/signin', 'http://localhost:5000/signin'],
    },
    serviceId: id,
    keys,
  },
  'spa-and-api': {
    apiId: id,
    spaClientId: id,
    access: [
      { api: id, scopes: ['orders.read'] },
      { api: platformApiId, scopes: ['user_impersonation'] },
    ],
    keys,
  },
  'web-app-with-service-and-api': {
    ids: [
      { name: 'shop-test-service', id },
      { name: 'shop-test-api', id },
      { name: 'shop-test-app', id },
    ],
    serviceId: id,
    apiId: id,
    clientId: id,
    clientSecret: secret,
    keys,
  },
};

type Value = { readonly name: string; readonly value: unknown };
const byName = (values: readonly Value[]) => Object.fromEntries(values.map(({ name, value }) => [name, value]));
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

test('the files on the page for newcomers work as they stand there', async () => {
  const page = readFileSync(new URL('../../../docs/deployments.md', import.meta.url), 'utf8');
  const [template = '', parameters = ''] = [...page.matchAll(/```jsonc?\n(.*?)```/gs)].map(([, block]) => block ?? '');
  const answer = await bench.submit(await bench.makeProject(), { template, parameters });
  expect(answer.json()).toMatchObject({ errors: null });
  expect(byName(answer.json<{ values: readonly Value[] }>().values)).toEqual({ clientId: id, secret });
});

test('every folder has its outputs here', () => expect(Object.keys(outputs).toSorted()).toEqual(names.toSorted()));

describe.each(names)('%s', (name) => {
  test('answers in the right shape; a second submission changes nothing and gives the same; a plan shows no change', async () => {
    const project = await bench.makeProject();
    const files = { template: read(name, 'template'), parameters: read(name, 'parameters') };
    const first = await bench.submit(project, files);
    expect(first.json()).toMatchObject({ errors: null });
    const values = byName(first.json<{ values: readonly Value[] }>().values);
    expect(values).toEqual(outputs[name]);

    const second = await bench.submit(project, files);
    expect(second.json()).toEqual(first.json());
    const [latest] = (await bench.get(project, '/deployments')).json<{ result: object[] }>().result;
    expect(latest).toMatchObject({ createdCount: 0, changedCount: 0 });
    const plan = (await bench.submit(project, files, { plan: true })).json<TemplatePlan>();
    expect([plan.resourceGroup, ...plan.resources].map(({ action }) => action)).toEqual(
      [plan.resourceGroup, ...plan.resources].map(() => 'noChange'),
    );
    expect(plan.warnings).toEqual([]);

    const given = textsIn(values);
    const clientIds = (await bench.database.selectFrom('applications').select('id').execute()).map((row) => row.id);
    for (const text of given.filter((one) => /^[0-9a-f]{32}$/.test(one))) {
      const found = await findSubscriptionKey(bench.database, text);
      expect(clientIds).toContain(found?.applicationId);
    }
    for (const text of given.filter((one) => one.startsWith('ptl_cs_'))) {
      const rows = await bench.database
        .selectFrom('applicationSecrets')
        .select('revokedAt')
        .where('secretHash', '=', hashToken(text))
        .execute();
      expect(rows).toEqual([{ revokedAt: null }]);
    }
  });
});

test('all of them fit into one project, one after the other', async () => {
  const project = await bench.makeProject();
  for (const name of names) {
    const files = { template: read(name, 'template'), parameters: read(name, 'parameters') };
    const answer = await bench.submit(project, files);
    expect([name, answer.statusCode]).toEqual([name, 200]);
  }
});

describe('the published JSON Schemas', () => {
  const schemaOf = async (file: 'template' | 'parameters') => {
    const answer = await bench.apps[0]?.inject({ url: `/deployments/v1/schemas/${file}.json` });
    expect(answer?.headers['content-type']).toContain('application/schema+json');
    const check = new Ajv({ strict: true, allowUnionTypes: true }).compile(answer?.json<object>() ?? {});
    return (value: unknown) => check(value) === true;
  };

  test.each(['template', 'parameters'] as const)('accept every example: %s', async (file) => {
    const accepts = await schemaOf(file);
    for (const name of names) expect(accepts(JSON.parse(read(name, file))), name).toBe(true);
  });

  test('refuse what is mistyped', async () => {
    const accepts = await schemaOf('template');
    const template = JSON.parse(read('api-only', 'template'));
    expect(accepts({ ...template, output: [] })).toBe(false);
    expect(accepts({ ...template, resourceGroup: {} })).toBe(false);
    const [api] = template.resources;
    expect(accepts({ ...template, resources: [{ ...api, resourceType: 'platform.unknown' }] })).toBe(false);
    expect(accepts({ ...template, resources: [{ ...api, sections: { properties: { isApi: 'yes' } } }] })).toBe(false);
    expect(accepts({ ...template, resources: [{ ...api, sections: { advanced: { apiAccesses: [] } } }] })).toBe(false);
    const acceptsParameters = await schemaOf('parameters');
    expect(acceptsParameters([{ name: 'a', value: 1, type: 'string' }])).toBe(false);
    expect(acceptsParameters([{ name: 'a', value: 'x', type: 'text' }])).toBe(false);
  });

  test('limits are published', async () => {
    const answer = await bench.apps[0]?.inject({ url: '/deployments/v1/limits' });
    expect(answer?.json()).toMatchObject({
      template: { bytes: 16_777_216, resources: 10_000, outputs: 1_000 },
      query: { length: { perQuery: 24_576 } },
    });
  });
});

test('the document of the area names every operation, and who may use it', async () => {
  const answer = await bench.apps[0]?.inject({ url: '/deployments/v1/openapi.json' });
  const { paths } = answer?.json<{ paths: Record<string, Record<string, { security: unknown[] }>> }>() ?? { paths: {} };
  expect(Object.keys(paths).toSorted()).toEqual([
    '/limits',
    '/projects/{projectId}/deployments',
    '/projects/{projectId}/deployments/{deploymentId}',
    '/projects/{projectId}/drift',
    '/projects/{projectId}/resourceGroups/files',
    '/projects/{projectId}/resourceGroups/files/plan',
    '/schemas/parameters.json',
    '/schemas/template.json',
    '/token',
  ]);
  expect(paths['/projects/{projectId}/resourceGroups/files']?.post?.security).toEqual([{ automationToken: [] }]);
  expect(paths['/token']?.post?.security).toEqual([]);
});
