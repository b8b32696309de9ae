import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertService } from '../../identity/services/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type BenchProject, type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';
import { confidentialApp, idOf, service } from '../test/sample-templates.ts';
import type { TemplatePlan } from './plan-template.ts';

let bench: DeploymentsBench;
let project: BenchProject;
beforeAll(async () => {
  bench = await openDeploymentsBench();
});
afterAll(async () => await bench.close());

const plan = async (template: object, of = project): Promise<TemplatePlan> => {
  const answer = await bench.submit(of, { template }, { plan: true });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<TemplatePlan>();
};

const templateWith = (description: string, extra: readonly object[] = []) => ({
  resourceGroup: { name: 'planned', isProduction: true },
  resources: [
    { ...service('the service'), sections: { properties: { description, visible: true } } },
    confidentialApp('the app', [idOf('the service')]),
    ...extra,
  ],
  outputs: [{ name: 'id', value: idOf('the app'), type: 'string' }],
});

const countRows = async (): Promise<unknown> => {
  const { rows } =
    await sql`SELECT (SELECT count(*) FROM resource_groups) AS groups, (SELECT count(*) FROM resources) AS
    resources, (SELECT count(*) FROM deployments) AS deployments, (SELECT count(*) FROM audit_log) AS audit`.execute(
      bench.database,
    );
  return rows;
};

test('a plan tells what is made, with the query for what nobody knows yet, and changes nothing', async () => {
  project = await bench.makeProject();
  const before = await countRows();
  const planned = await plan(templateWith('first'));
  expect(planned).toMatchObject({
    errors: null,
    planId: expect.stringMatching(/^plan_/),
    resourceGroup: { name: 'planned', action: 'create', changes: [{ field: '/isProduction', after: true }] },
    resources: [
      {
        name: 'the service',
        resourceType: 'platform.service',
        id: null,
        action: 'create',
        changes: [{ field: '/sections/properties/description', after: 'first' }],
        effects: [],
      },
      { name: 'the app', id: null, action: 'create', effects: ['A secret is issued.'] },
    ],
    warnings: [],
  });
  expect(planned.resources[1]?.changes).toContainEqual({
    field: '/sections/properties/services',
    query: idOf('the service'),
  });
  expect(await countRows()).toEqual(before);
});

test('right after the deployment it shows no change; a change shows before and after', async () => {
  project = await bench.makeProject();
  expect((await bench.submit(project, { template: templateWith('first') })).statusCode).toBe(200);
  const same = await plan(templateWith('first'));
  expect([same.resourceGroup, ...same.resources].map(({ action, changes }) => [action, changes])).toEqual([
    ['noChange', []],
    ['noChange', []],
    ['noChange', []],
  ]);
  const other = await plan(templateWith('second', [service('another one')]));
  expect(other.resources.map(({ action, changes }) => [action, changes.length > 0])).toEqual([
    ['update', true],
    ['noChange', false],
    ['create', true],
  ]);
  expect(other.resources[0]).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    changes: [{ field: '/sections/properties/description', before: 'first', after: 'second' }],
  });
});

test('a submission that names a fresh plan is carried out', async () => {
  project = await bench.makeProject();
  const template = templateWith('first');
  const { planId } = await plan(template);
  expect((await bench.submit(project, { template, planId })).statusCode).toBe(200);
  const next = templateWith('second');
  const { planId: nextId } = await plan(next);
  expect((await bench.submit(project, { template: next, planId: nextId })).statusCode).toBe(200);
});

test.each([
  ['the same plan a second time', async () => undefined],
  [
    'somebody edits a resource',
    async () => {
      const group = await bench.database
        .selectFrom('resourceGroups')
        .selectAll()
        .where('projectId', '=', project.id)
        .executeTakeFirstOrThrow();
      const resource = { name: 'the service', sections: { properties: { category: 'edited' } } };
      const deps = { countSubscribersOfLevel: async () => 0 };
      await inTransaction(bench.database, (transaction) =>
        upsertService(transaction, deps, { actor: { kind: 'system' } }, { group, resource, through: 'portal' }),
      );
    },
  ],
  [
    'somebody locks the group',
    async () =>
      void (await bench.submit(project, {
        template: { resourceGroup: { name: 'planned', locked: true }, resources: [] },
      })),
  ],
])('it is refused when the state has moved: %s', async (title, move) => {
  project = await bench.makeProject();
  if (title !== 'the same plan a second time') await bench.submit(project, { template: templateWith('first') });
  const template = templateWith('second');
  const { planId } = await plan(template);
  if (title === 'the same plan a second time') await bench.submit(project, { template, planId });
  await move();
  const answer = await bench.submit(project, { template, planId });
  expect(answer.statusCode).toBe(412);
  expect(answer.json()).toMatchObject({ errors: [{ code: 'plan.stale', pointer: '/planId' }], values: [] });
});

test('and when the files, or the project, are others', async () => {
  project = await bench.makeProject();
  const template = templateWith('first');
  const { planId } = await plan(template);
  const others = await bench.submit(project, { template: templateWith('second'), planId });
  expect([others.statusCode, others.json()]).toMatchObject([412, { errors: [{ code: 'plan.mismatch' }] }]);
  const elsewhere = await bench.submit(await bench.makeProject(project.tenantId), { template, planId });
  expect([elsewhere.statusCode, elsewhere.json()]).toMatchObject([412, { errors: [{ code: 'plan.mismatch' }] }]);
});

test('keys and secrets never stand in a plan', async () => {
  project = await bench.makeProject();
  const template = {
    resourceGroup: { name: 'secrets' },
    resources: [
      confidentialApp('the app'),
      {
        ...service('the service'),
        sections: {
          properties: { description: "$resources[?name=='the app'].sections.properties.secrets[0].secretText" },
        },
      },
    ],
  };
  const first = await plan(template);
  expect(first.resources[1]?.changes).toEqual([
    {
      field: '/sections/properties/description',
      query: "$resources[?name=='the app'].sections.properties.secrets[0].secretText",
    },
  ]);
});

test('warnings come with their places', async () => {
  project = await bench.makeProject();
  const template =
    '{"resourceGroup": {"name": "warned"}, "resources": [\n{"name": "the service", "resourceType": "platform.service", "sections": {"properties": {"titel": 1}}}], "output": []}';
  const answer = await bench.submit(project, { template }, { plan: true });
  expect(answer.json<TemplatePlan>().warnings).toMatchObject([
    { pointer: '/resources/0/sections/properties/titel', line: 2, column: 98, resource: 'the service' },
    { code: 'template.unknown-member', pointer: '/output', line: 2 },
  ]);
});
