import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertApplication } from '../../identity/applications/index.ts';
import { upsertService } from '../../identity/services/index.ts';
import { inTransaction, openNotificationBus } from '../../platform/database/index.ts';
import { type BenchProject, type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';
import { confidentialApp, idOf, service } from '../test/sample-templates.ts';
import { pruneDeployments } from './prune-deployments.ts';

let bench: DeploymentsBench;
let project: BenchProject;
beforeAll(async () => {
  bench = await openDeploymentsBench();
});
afterAll(async () => await bench.close());

const template = (description = 'first') => ({
  resourceGroup: { name: 'remembered' },
  resources: [
    { ...service('the service'), sections: { properties: { description } } },
    confidentialApp('the app', [idOf('the service')]),
  ],
});

const deploy = async (given: object): Promise<void> => {
  const answer = await bench.submit(project, { template: given });
  expect(answer.statusCode, answer.body).toBe(200);
};

interface Page {
  readonly result: readonly { readonly id: string; readonly state: string }[];
  readonly totalCount: number;
  readonly totalPages: number;
}

const list = async (query = ''): Promise<Page> => (await bench.get(project, `/deployments${query}`)).json<Page>();

describe('history (contract A20)', () => {
  beforeAll(async () => {
    project = await bench.makeProject();
    await deploy(template());
    await deploy(template('second'));
    await bench.submit(project, { template: { resourceGroup: { name: 'remembered' }, resources: [service('x')] } });
  });

  test('keeps who, when, which template, the result per resource and how long it took', async () => {
    const { result, totalCount } = await list();
    expect(totalCount).toBe(3);
    expect(result.map(({ state }) => state)).toEqual(['failed', 'succeeded', 'succeeded']);
    const answer = await bench.get(project, `/deployments/${result[1]?.id}`);
    expect(answer.json()).toMatchObject({
      state: 'succeeded',
      resourceGroup: { name: 'remembered', id: expect.any(String) },
      templateHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      submittedBy: { tokenName: 'CI', externalSubject: null },
      durationMs: expect.any(Number),
      resourceCount: 2,
      createdCount: 0,
      changedCount: 1,
      errors: null,
      resources: [
        {
          name: 'the service',
          resourceType: 'platform.service',
          action: 'update',
          changedFields: ['/sections/properties/description'],
        },
        { name: 'the app', action: 'noChange', changedFields: [] },
      ],
    });
    expect(Date.parse(answer.json<{ startedOn: string }>().startedOn)).toBeLessThanOrEqual(Date.now());
  });

  test('the audit log tells of each change in order, and other nodes hear of what they may remember', async () => {
    const other = await bench.makeProject();
    await bench.submit(other, { template: template() });
    const heard: string[] = [];
    const bus = await openNotificationBus(bench.databases.pools.main.options, () => undefined);
    try {
      bus.subscribe('credential', (id) => heard.push(id));
      await bench.submit(other, { template: template('changed') });
      const [changed] = await bench.database
        .selectFrom('resources')
        .select('id')
        .where('projectId', '=', other.id)
        .where('name', '=', 'the service')
        .execute();
      await expect.poll(() => heard).toEqual([changed?.id]);
    } finally {
      await bus.close();
    }
    const rows = await bench.database
      .selectFrom('auditLog')
      .select('action')
      .where('projectId', '=', other.id)
      .where('actorKind', '!=', 'system')
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'resource-group.created',
      'service.created',
      'application.created',
      'application.secret-issued',
      'deployment.succeeded',
      'service.changed',
      'deployment.succeeded',
    ]);
  });

  test('keeps what failed, and why', async () => {
    const { result } = await list('?state=failed');
    const answer = await bench.get(project, `/deployments/${result[0]?.id}`);
    expect(answer.json()).toMatchObject({
      state: 'failed',
      resources: [],
      errors: [{ code: 'service.invalid', resource: 'x', pointer: '/resources/0/name', line: expect.any(Number) }],
    });
  });

  test('comes in pages and by group', async () => {
    expect(await list('?pageSize=2&pageIndex=2')).toMatchObject({ totalCount: 3, totalPages: 2, result: [{}] });
    expect((await list('?resourceGroup=nobody')).result).toEqual([]);
    expect((await list('?resourceGroup=remembered&state=succeeded')).totalCount).toBe(2);
    for (const query of ['?pageSize=0', '?pageSize=201', '?pageIndex=0', '?state=x']) {
      expect((await bench.get(project, `/deployments${query}`)).statusCode).toBe(400);
    }
  });

  test('is not seen from another project', async () => {
    const { result } = await list();
    const stranger = await bench.makeProject(project.tenantId);
    const answer = await bench.get(stranger, `/deployments/${result[0]?.id}`);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { errors: [{ code: 'deployment.not-found' }] }]);
    expect((await bench.get(project, `/deployments/${randomUUID()}`)).statusCode).toBe(404);
  });

  test('is written to the audit log too', async () => {
    const rows = await bench.database
      .selectFrom('auditLog')
      .select(['action', 'actorKind'])
      .where('projectId', '=', project.id)
      .where('targetKind', '=', 'deployment')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'deployment.succeeded', actorKind: 'automation-token' },
      { action: 'deployment.succeeded', actorKind: 'automation-token' },
      { action: 'deployment.failed', actorKind: 'automation-token' },
    ]);
  });

  test('is pruned by count and by age, of each project for itself', async () => {
    const other = await bench.makeProject();
    await bench.submit(other, { template: template() });
    expect(await pruneDeployments(bench, { keep: 2, days: 30 })).toBe(1);
    expect((await list()).totalCount).toBe(2);
    await sql`UPDATE deployments SET started_at = now() - interval '31 days' WHERE project_id = ${project.id}`.execute(
      bench.database,
    );
    expect(await pruneDeployments(bench, { keep: 2, days: 30 })).toBe(2);
    expect((await list()).totalCount).toBe(0);
    expect((await bench.get(other, '/deployments')).json<Page>().totalCount).toBe(1);
  });
});

describe('drift (contract A20)', () => {
  interface Drift {
    readonly result: readonly { readonly name: string; readonly changes: readonly object[] }[];
  }
  const drift = async (query = ''): Promise<Drift['result']> =>
    (await bench.get(project, `/drift${query}`)).json<Drift>().result;
  const edit = async (name: string, sections: object, kind: 'service' | 'application' = 'service') => {
    const group = await bench.database
      .selectFrom('resourceGroups')
      .selectAll()
      .where('projectId', '=', project.id)
      .executeTakeFirstOrThrow();
    const acting = { actor: { kind: 'system' } };
    const input = { group, resource: { name, sections }, through: 'portal' as const };
    await inTransaction(bench.database, async (transaction) =>
      kind === 'service'
        ? await upsertService(transaction, { countSubscribersOfLevel: async () => 0 }, acting, input)
        : await upsertApplication(transaction, bench, acting, input),
    );
  };

  beforeAll(async () => {
    project = await bench.makeProject();
    await deploy(template());
  });

  test('there is none after a deployment', async () => expect(await drift()).toEqual([]));

  test('lists exactly the fields that were edited since', async () => {
    await edit('the service', {
      properties: { category: 'edited' },
      advanced: { accessLevels: { accessLevels: [{ accessLevelName: 'admin' }] } },
    });
    await edit('the app', { properties: { redirectUrls: ['https://edited.example.com'] } }, 'application');
    expect(await drift()).toMatchObject([
      {
        name: 'the app',
        resourceType: 'platform.application',
        resourceGroup: { name: 'remembered' },
        changes: [
          {
            field: '/sections/properties/redirectUrls',
            deployed: ['https://app.example.com/signin'],
            current: ['https://edited.example.com'],
          },
        ],
      },
      {
        name: 'the service',
        changes: [
          {
            field: '/sections/advanced/accessLevels/accessLevels',
            deployed: [],
            current: [{ accessLevelName: 'admin' }],
          },
          { field: '/sections/properties/category', deployed: null, current: 'edited' },
        ],
      },
    ]);
    expect(await drift('?resourceGroup=nobody')).toEqual([]);
  });

  test('an edit that is taken back is none', async () => {
    await edit('the app', { properties: { redirectUrls: ['https://app.example.com/signin'] } }, 'application');
    expect((await drift()).map(({ name }) => name)).toEqual(['the service']);
  });

  test('the next deployment that names the resource is what it is counted from', async () => {
    await deploy(template());
    expect(await drift()).toEqual([]);
  });

  test('what a deployment does to the other side of a tree is none', async () => {
    await deploy({
      resourceGroup: { name: 'remembered' },
      resources: [
        service('the parent'),
        { ...service('the child'), sections: { advanced: { parentServiceId: idOf('the parent') } } },
      ],
    });
    expect(await drift()).toEqual([]);
    await edit('the parent', { properties: { category: 'edited' } });
    const parent = await bench.database
      .selectFrom('resources')
      .select('id')
      .where('name', '=', 'the parent')
      .executeTakeFirst();
    await deploy({
      resourceGroup: { name: 'remembered' },
      resources: [{ ...service('a second child'), sections: { advanced: { parentServiceId: parent?.id } } }],
    });
    expect(await drift()).toMatchObject([
      { name: 'the parent', changes: [{ field: '/sections/properties/category', current: 'edited' }] },
    ]);
  });

  test('lists the edited settings of a group, until they are deployed or taken back', async () => {
    const groups = async (query = '') =>
      (await bench.get(project, `/drift${query}`)).json<{ resourceGroups: readonly object[] }>().resourceGroups;
    const set = async (columns: { isProduction: boolean; tags: string[] }) =>
      await bench.database.updateTable('resourceGroups').set(columns).where('projectId', '=', project.id).execute();
    const group = { name: 'remembered', isProduction: false };
    await deploy({ resourceGroup: group, resources: [] });
    expect(await groups()).toEqual([]);
    await set({ isProduction: true, tags: ['b'] });
    expect(await groups()).toMatchObject([
      {
        name: 'remembered',
        changes: [
          { field: '/tags', deployed: [], current: ['b'] },
          { field: '/isProduction', deployed: false, current: true },
        ],
      },
    ]);
    expect(await groups('?resourceGroup=nobody')).toEqual([]);
    await bench.submit(project, { template: { resourceGroup: group, resources: [{ name: 'no type' }] } });
    expect(await groups()).toHaveLength(1);
    await set({ isProduction: false, tags: [] });
    expect(await groups()).toEqual([]);
    await set({ isProduction: true, tags: [] });
    await deploy({ resourceGroup: group, resources: [] });
    expect(await groups()).toEqual([]);
  });

  test('a new secret is none, and none is shown', async () => {
    const answer = await bench.submit(project, {
      template: {
        resourceGroup: { name: 'remembered' },
        resources: [confidentialApp('the app', [], { secretManagementOptions: 'rollover', services: null })],
        outputs: [{ name: 'secret', value: '$resources[0].sections.properties.secrets[0].secretText', type: 'string' }],
      },
    });
    const [secret] = answer.json<{ values: { value: string }[] }>().values;
    await edit('the app', { properties: { applicationUrl: 'https://edited.example.com' } }, 'application');
    const drifted = await bench.get(project, '/drift');
    expect(drifted.json<Drift>().result.find(({ name }) => name === 'the app')?.changes).toEqual([
      {
        field: '/sections/properties/applicationUrl',
        deployed: 'https://app.example.com',
        current: 'https://edited.example.com',
      },
    ]);
    expect(drifted.body).not.toContain(secret?.value);
  });
});
