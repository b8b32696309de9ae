import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockKnownResources } from '../../identity/applications/index.ts';
import { type BenchProject, type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';
import { confidentialApp, idOf, service } from '../test/sample-templates.ts';

let bench: DeploymentsBench;
/** Names of the prepared statements that deployments have used. */
const statements: string[] = [];
const watched = new WeakSet<pg.PoolClient>();

beforeAll(async () => {
  bench = await openDeploymentsBench();
  bench.databases.pools.longWork.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [asked] = given as [{ readonly name?: string; readonly text?: { readonly name?: string } }];
      const name = asked.name ?? asked.text?.name;
      if (name !== undefined) statements.push(name);
      return query(...given);
    }) as typeof client.query;
  });
});
afterAll(async () => await bench.close());
beforeEach(() => {
  statements.length = 0;
});

const plainly = 'deployments.write-plain';
const stepByStep = 'deployments.finish';
const waysTaken = () => statements.filter((name) => name === plainly || name === stepByStep);

const inGroup = (...resources: object[]) => ({
  resourceGroup: { name: 'the group', isProduction: false },
  resources,
  outputs: [
    { name: 'ids', value: '$resources[*].id', type: 'object' },
    { name: 'services', value: "$resources[?resourceType=='platform.service'].sections.properties", type: 'object' },
    { name: 'secrets', value: '$resources[*].sections.properties.secrets[].secretText', type: 'object' },
    { name: 'keys', value: '$resources[*].sections.advanced.apiProductSubscriptions[].key', type: 'object' },
  ],
});

const before = inGroup(service('the service'), confidentialApp('the app', [idOf('the service')]), service('idle one'));

/** Everything that stands in a row of its own changes. */
const after = inGroup(
  {
    name: 'the service',
    sku: 'standard',
    locked: true,
    resourceType: 'platform.service',
    sections: {
      properties: {
        businessOwnerId: 'somebody',
        description: '\'; quotes " and\nlines é',
        category: 'tools',
        shortName: 'other',
        openInNewTab: true,
        visible: false,
        serviceUrl: 'https://other.example.com',
        shortDescription: 'Other',
        technicalContactEmail: 'people@example.com',
        providerCompanyName: 'Company',
        productionService: true,
        tags: ['one', 'two, three'],
      },
      advanced: {
        passwordPolicy: { enforcePasswordPolicy: true, scope: 1, intervalType: 1, interval: 6 },
        accessLevels: { useAccessLevels: false, accessLevels: null },
      },
    },
  },
  {
    ...confidentialApp('the app', [idOf('the service')], {
      redirectUrls: ['https://a.example.com/1', 'https://a.example.com/2'],
      postLogoutRedirectUrls: ['https://a.example.com/bye'],
      applicationUrl: null,
      allowImplicitGrantFlow: true,
      tokenVersion: 1,
      tags: ['three'],
    }),
    locked: true,
  },
  service('idle one'),
);

const submit = async (project: BenchProject, template: object, headers = {}) => {
  const answer = await bench.submit(project, { template }, { headers });
  expect(answer.json()).toMatchObject({ errors: null });
  return answer.json<{ values: { name: string; value: unknown }[] }>().values;
};

/** All that is left of the deployments of a project, with its own ids and times taken out. */
const traceOf = async (project: BenchProject): Promise<unknown> => {
  const rows = async (table: string, condition: string, order: string) =>
    (
      await sql<{ row: object }>`SELECT to_jsonb(t) AS row FROM ${sql.table(table)} AS t
        WHERE ${sql.raw(condition)} ORDER BY ${sql.raw(order)}`.execute(bench.database)
    ).rows.map(({ row }) => row);
  const own = `project_id = '${project.id}'`;
  const ofProject = `id IN (SELECT id FROM resources WHERE ${own})`;
  const all = {
    groups: await rows('resource_groups', own, 'name'),
    resources: await rows('resources', own, 'name'),
    services: await rows('services', ofProject, 'name'),
    applications: await rows('applications', ofProject, 'name'),
    deployments: await rows('deployments', own, 'started_at'),
    baselines: await rows('deployed_resources', own, "state->>'name'"),
    audit: await rows('audit_log', `${own} AND action ~ '^(service|application|deployment)'`, 'id'),
  };
  const names = new Map<string, string>();
  const time = /"\d{4}-\d\d-\d\dT[\d:.+]+"/g;
  const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  const text = JSON.stringify(all)
    .replace(time, '"time"')
    .replace(/"(duration_ms|id)":\d+/g, '"$1":0')
    .replace(/"(support_code|secretStart)":"[^"]*"/g, '"$1":""')
    .replace(id, (found) => {
      names.set(found, names.get(found) ?? `id ${names.size}`);
      return names.get(found) ?? '';
    });
  return JSON.parse(text);
};

describe('a submission that changes nothing but settings', () => {
  test('is written at once, and leaves what the way step by step leaves', async () => {
    const [swift, slow] = [await bench.makeProject(), await bench.makeProject()];
    const made = await submit(swift, before);
    await submit(slow, before);
    expect(waysTaken()).toEqual([stepByStep, stepByStep]);
    statements.length = 0;
    const changed = await submit(swift, after);
    // Whoever wants the first answer again needs a transaction for it.
    await submit(slow, after, { 'idempotency-key': 'step-by-step' });
    expect(waysTaken()).toEqual([plainly, stepByStep]);
    expect(await traceOf(swift)).toEqual(await traceOf(slow));
    // Ids, secrets and keys stay.
    const lasting = ({ name }: { readonly name: string }) => name !== 'services';
    expect(changed.filter(lasting)).toEqual(made.filter(lasting));
  });

  test('takes the same way when nothing changes at all, and says who deployed it last', async () => {
    const project = await bench.makeProject();
    await submit(project, before);
    const answer = await submit(project, before);
    expect(await submit(project, before)).toEqual(answer);
    expect(waysTaken()).toEqual([stepByStep, plainly, plainly]);
    const { rows } = await sql<{ count: number }>`
      SELECT count(DISTINCT last_deployment_id)::int AS count FROM resources WHERE project_id = ${project.id}
        AND last_deployment_id = (SELECT id FROM deployments WHERE project_id = ${project.id}
          ORDER BY started_at DESC LIMIT 1)`.execute(bench.database);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test.each<[string, object]>([
    ['a new resource', inGroup(service('the service'), service('another one'))],
    ['levels', inGroup({ name: 'the service', resourceType: 'platform.service', sections: { advanced: levels() } })],
    ['a parent', inGroup(service('the service'), child('idle one', idOf('the service')))],
    ['another client type', inGroup(confidentialApp('the app', [], { clientType: 'Public' }))],
    ['lists', inGroup(confidentialApp('the app', []))],
    ['a new secret', inGroup(confidentialApp('the app', [], { secretManagementOptions: 'rollover' }))],
    ['the group', { ...inGroup(service('the service')), resourceGroup: { name: 'the group', isProduction: true } }],
  ])('goes step by step where it is more: %s', async (_, template) => {
    const project = await bench.makeProject();
    await submit(project, before);
    statements.length = 0;
    await submit(project, template);
    expect(waysTaken()).toEqual([stepByStep]);
  });

  test('that something is wrong with is told so in full, and leaves nothing', async () => {
    const project = await bench.makeProject();
    await submit(project, before);
    const wrong = inGroup(
      service('the service', { sections: { properties: { description: 'changed' } } }),
      confidentialApp('the app', [], { applicationUrl: 'http://nowhere.example.com', tokenVersion: 9 }),
    );
    const answer = await bench.submit(project, { template: wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer)).toEqual([
      '/resources/1/sections/properties/applicationUrl',
      '/resources/1/sections/properties/tokenVersion',
    ]);
    const found = await bench.database
      .selectFrom('services')
      .select('description')
      .where('description', '=', 'changed');
    expect(await found.execute()).toEqual([]);
  });
});

function levels() {
  return { accessLevels: { useAccessLevels: true, accessLevels: [{ accessLevelName: 'reader' }] } };
}

function child(name: string, parentServiceId: string) {
  return { name, resourceType: 'platform.service', sections: { advanced: { parentServiceId } } };
}

describe('what another one changes while a submission waits for its turn', () => {
  /** Holds the project, lets a submission come and wait, does something, and lets it go. */
  const whileHeld = async (project: BenchProject, template: object, work: string): Promise<unknown> => {
    const waiting = await bench.database.transaction().execute(async (other) => {
      await lockKnownResources(other, { projectId: project.id, names: [] });
      const answer = submit(project, template);
      const isWaiting = async () =>
        (
          await sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'
              AND query LIKE '%is_as_read%'`.execute(bench.database)
        ).rows[0]?.count;
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1);
      await sql.raw(work.replaceAll('PROJECT', `'${project.id}'`)).execute(other);
      return { answer };
    });
    return await waiting.answer;
  };

  const changed = inGroup(
    { name: 'the service', resourceType: 'platform.service', sections: { properties: { shortName: 'new' } } },
    confidentialApp('the app', [idOf('the service')]),
  );

  test('in a resource is neither overwritten nor overlooked', async () => {
    const project = await bench.makeProject();
    await submit(project, before);
    statements.length = 0;
    const values = await whileHeld(
      project,
      changed,
      `WITH touched AS (UPDATE resources SET revision = revision + 1 WHERE project_id = PROJECT AND name = 'the service'
         RETURNING id)
       UPDATE services SET description = 'by somebody else' WHERE id IN (SELECT id FROM touched)`,
    );
    expect(waysTaken()).toEqual([plainly, stepByStep]);
    expect(values).toContainEqual({
      name: 'services',
      value: expect.objectContaining({ description: 'by somebody else', shortName: 'new' }),
    });
  });

  test('in the group is changed back, as by one that came later', async () => {
    const project = await bench.makeProject();
    await submit(project, before);
    statements.length = 0;
    await whileHeld(
      project,
      changed,
      'UPDATE resource_groups SET is_production = true, revision = revision + 1 WHERE project_id = PROJECT',
    );
    expect(waysTaken()).toEqual([plainly, stepByStep]);
    const groups = bench.database.selectFrom('resourceGroups').where('projectId', '=', project.id);
    expect(await groups.select('isProduction').execute()).toEqual([{ isProduction: false }]);
  });

  test('elsewhere does not disturb it', async () => {
    const project = await bench.makeProject();
    await submit(project, before);
    statements.length = 0;
    await whileHeld(project, changed, 'UPDATE projects SET description = description WHERE id = PROJECT');
    expect(waysTaken()).toEqual([plainly]);
  });
});
