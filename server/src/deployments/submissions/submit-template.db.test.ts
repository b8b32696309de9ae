import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../platform/secrets/index.ts';
import { type BenchProject, type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';
import { confidentialApp, idOf, service } from '../test/sample-templates.ts';

let bench: DeploymentsBench;
let project: BenchProject;
beforeAll(async () => {
  bench = await openDeploymentsBench();
});
afterAll(async () => await bench.close());

type Values = Readonly<Record<string, unknown>>;

/** Submits, expects success, and gives the outputs by name. */
const deploy = async (template: object, parameters: readonly object[] = [], of = project): Promise<Values> => {
  const answer = await bench.submit(of, { template, parameters });
  const body = answer.json<{ errors: null; values: { name: string; value: unknown }[] }>();
  expect(body.errors).toBeNull();
  expect(answer.statusCode).toBe(200);
  return Object.fromEntries(body.values.map(({ name, value }) => [name, value]));
};

const groupOf = async (name: string) =>
  await bench.database.selectFrom('resourceGroups').selectAll().where('name', '=', name).executeTakeFirst();

const output = (name: string, value: string) => ({ name, value, type: 'string' });
const text = (name: string, value: string) => ({ name, value, type: 'string' });

describe('a submission', () => {
  beforeAll(async () => {
    project = await bench.makeProject();
  });

  const template = {
    resourceGroup: { name: "$concat('group-', parameter('env'))", description: 'd', tags: ['a'] },
    variables: [{ name: 'service', value: "$concat('svc-', parameter('env'))", type: 'string' }],
    resources: [
      service("$variable('service')"),
      confidentialApp('my-app', ["$resources[?name==variable('service')].id"]),
    ],
    outputs: [
      output('serviceId', "$resources[?name==variable('service')].id"),
      output('clientId', idOf('my-app')),
      output('secret', "$resources[?name=='my-app'].sections.properties.secrets[0].secretText"),
      output(
        'keys',
        "$resources[?name=='my-app'].sections.advanced.apiProductSubscriptions[*].{id:productId,subscriptionKey:key}",
      ),
      output('names', '$resources[*].name'),
      output('nothing', idOf('nobody')),
      output('none', "$resources[?name=='nobody']"),
      output('literal', '$$5'),
      output('number', '$length(resources)'),
    ],
  };

  test('provisions in order and answers with its outputs, none of them converted', async () => {
    const values = await deploy(template, [text('env', 'one')]);
    expect(values).toEqual({
      serviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      secret: expect.stringMatching(/^ptl_cs_/),
      keys: [{ id: expect.any(String), subscriptionKey: expect.stringMatching(/^[0-9a-f]{32}$/) }],
      names: ['svc-one', 'my-app'],
      nothing: null,
      none: null,
      literal: '$5',
      number: 2,
    });
    const links = await bench.database
      .selectFrom('applicationServices')
      .select(['applicationId', 'serviceId'])
      .execute();
    expect(links).toEqual([{ applicationId: values.clientId, serviceId: values.serviceId }]);
    const secrets = await bench.database.selectFrom('applicationSecrets').select('secretHash').execute();
    expect(secrets.map(({ secretHash }) => secretHash)).toEqual([hashToken(String(values.secret))]);
  });

  test('a second time changes nothing and gives the same', async () => {
    const before = await bench.database.selectFrom('resources').select(['id', 'revision']).orderBy('id').execute();
    const first = await deploy(template, [text('env', 'one')]);
    expect(await deploy(template, [text('env', 'one')])).toEqual(first);
    expect(await bench.database.selectFrom('resources').select(['id', 'revision']).orderBy('id').execute()).toEqual(
      before,
    );
  });

  test('with another parameter makes another group, and refuses to move what stands in the first', async () => {
    const answer = await bench.submit(project, { template, parameters: [text('env', 'two')] });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      errors: [{ code: 'resource.other-group', resource: 'my-app', pointer: '/resources/1/name', line: 46 }],
    });
    expect(await groupOf('group-two')).toBeUndefined();
  });
});

describe('resource groups', () => {
  beforeAll(async () => {
    project = await bench.makeProject();
  });

  test('name, description and tags are set on creation only; isProduction and locked are updated', async () => {
    const groupWith = (members: object) => ({ resourceGroup: { name: 'the group', ...members }, resources: [] });
    await deploy(groupWith({ description: 'first', tags: ['a'], isProduction: false, locked: false }));
    await deploy(groupWith({ description: 'second', tags: ['b'], isProduction: true, locked: true }));
    expect(await groupOf('the group')).toMatchObject({
      description: 'first',
      tags: ['a'],
      isProduction: true,
      locked: true,
    });
    await deploy(groupWith({}));
    expect(await groupOf('the group')).toMatchObject({ isProduction: true, locked: true });
    await deploy({ resourceGroup: { name: 'The group' }, resources: [] });
    expect(await groupOf('The group')).toMatchObject({ description: '' });
  });

  test('a lock does not stop a deployment (contract A17)', async () => {
    const locked = (description: string) => ({
      resourceGroup: { name: 'locked group', locked: true },
      resources: [{ ...service('locked service'), locked: true, sections: { properties: { description } } }],
      outputs: [output('description', "$resources[?name=='locked service'].sections.properties.description")],
    });
    await deploy(locked('first'));
    expect(await deploy(locked('second'))).toEqual({ description: 'second' });
  });
});

describe('updates (contract A10)', () => {
  beforeAll(async () => {
    project = await bench.makeProject();
  });

  const withProperties = (properties: object) => ({
    resourceGroup: { name: 'the group' },
    resources: [{ name: 'the service', resourceType: 'platform.service', sections: { properties } }],
    outputs: [output('properties', '$resources[0].sections.properties')],
  });

  test('given members replace, absent ones stay, null clears', async () => {
    await deploy(withProperties({ description: 'first', category: 'c', shortName: 'short' }));
    expect(await deploy(withProperties({ description: 'second', category: null }))).toMatchObject({
      properties: { description: 'second', category: null, shortName: 'short' },
    });
  });

  test('resources that are no longer in the template are left alone', async () => {
    await deploy({ resourceGroup: { name: 'the group' }, resources: [] });
    const rows = await bench.database
      .selectFrom('resources')
      .select('name')
      .where('projectId', '=', project.id)
      .execute();
    expect(rows).toEqual([{ name: 'the service' }]);
  });

  test('a known name with another type is refused', async () => {
    const answer = await bench.submit(project, {
      template: { resourceGroup: { name: 'the group' }, resources: [confidentialApp('the service')] },
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'resource.other-type', resource: 'the service' }] });
  });
});

describe('queries (contract A3-A6)', () => {
  beforeAll(async () => {
    project = await bench.makeProject();
  });

  test('in names, skus, lists, objects and variables; elements that yield several values are spread', async () => {
    const values = await deploy(
      {
        resourceGroup: { name: 'queries' },
        variables: { tags: ['x', "$parameter('tag')"], nested: { url: "$concat('https://', parameter('host'))" } },
        resources: [
          { ...service('service 1'), sku: "$'standard'" },
          service('service 2'),
          {
            ...confidentialApp("$concat('app ', parameter('tag'))", ['$resources[*].id']),
            sections: {
              properties: {
                clientType: 'Confidential',
                services: ['$resources[*].id'],
                tags: ['first', "$variable('tags')", "$parameter('none')"],
                redirectUrls: "$variable('nested').url",
                applicationUrl: "$variable('nested').url",
              },
            },
          },
        ],
        outputs: [
          output(
            'app',
            '$resources[2].{services: length(sections.properties.services), properties: sections.properties}',
          ),
        ],
      },
      [text('tag', 'y'), text('host', 'app.example.com'), { name: 'none', value: [], type: 'array' }],
    );
    expect(values.app).toMatchObject({
      services: 2,
      properties: {
        tags: ['first', 'x', 'y'],
        redirectUrls: ['https://app.example.com'],
        applicationUrl: 'https://app.example.com',
      },
    });
  });

  test('null by a parameter clears a field', async () => {
    const template = {
      resourceGroup: { name: 'queries' },
      resources: [{ ...service('service 3'), sections: { properties: { category: "$parameter('category')" } } }],
      outputs: [output('category', '$resources[0].sections.properties.category')],
    };
    expect(await deploy(template, [text('category', 'c')])).toEqual({ category: 'c' });
    expect(await deploy(template, [{ name: 'category', value: null, type: 'string' }])).toEqual({ category: null });
  });

  test('comments, trailing commas and a byte order mark are fine; a file may carry its schema', async () => {
    const answer = await bench.submit(project, {
      template:
        '\ufeff// a template\n{"$schema": "x", "resourceGroup": {"name": "comments",}, /* none */ "resources": [],}',
      parameters: '{"$schema": "y", "parameters": [ ]} // end',
    });
    expect(answer.json()).toEqual({ errors: null, values: [] });
  });

  test('resources of other submissions are not seen', async () => {
    const values = await deploy({
      resourceGroup: { name: 'queries' },
      resources: [],
      outputs: [output('others', '$resources'), output('length', '$length(resources)')],
    });
    expect(values).toEqual({ others: null, length: 0 });
  });
});

describe('everything or nothing (contract A11, A8)', () => {
  beforeAll(async () => {
    project = await bench.makeProject();
  });

  const wrong = {
    resourceGroup: { name: 'all or none', description: 'never' },
    resources: [
      service('first one'),
      { ...service('second one'), sections: { properties: { serviceUrl: 'ftp://x', visible: 'no' } } },
      confidentialApp('third one', [idOf('second one')], { clientType: 'Web' }),
      confidentialApp('fourth one', ['00000000-0000-4000-8000-000000000000']),
    ],
  };

  test('a resource that fails undoes all, and all that is wrong is told at once', async () => {
    const answer = await bench.submit(project, { template: wrong });
    expect(answer.statusCode).toBe(400);
    const { errors } = answer.json<{ errors: { resource: string; pointer: string; line: number }[] }>();
    expect(errors.map(({ resource, pointer }) => [resource, pointer])).toEqual([
      ['second one', '/resources/1/sections/properties/serviceUrl'],
      ['second one', '/resources/1/sections/properties/visible'],
      ['third one', '/resources/2/sections/properties/clientType'],
      ['fourth one', '/resources/3/sections/properties/services/0'],
    ]);
    expect(errors.map(({ line }) => line)).toEqual(errors.map(({ line }) => line).toSorted((a, b) => a - b));
    expect(await groupOf('all or none')).toBeUndefined();
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM resources WHERE project_id = ${project.id}`.execute(bench.database);
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('the last of a large template undoes all of it', async () => {
    const resources = Array.from({ length: 40 }, (_, index) => service(`service ${index}`));
    const answer = await bench.submit(project, {
      template: { resourceGroup: { name: 'all or none' }, resources: [...resources, confidentialApp('an app', ['x'])] },
    });
    expect(answer.statusCode).toBe(400);
    expect(await groupOf('all or none')).toBeUndefined();
  });
});

describe('secret parameters (contract A1)', () => {
  const canary = 'canary-6b1f-secret';

  test('are neither stored nor shown, wherever they stand', async () => {
    project = await bench.makeProject();
    const secret = { name: 'password', value: canary, type: 'secret' };
    const template = {
      resourceGroup: { name: 'secrets' },
      variables: { hidden: "$concat('x', parameter('password'))" },
      resources: [
        confidentialApp('an app', [], { secrets: [{ secretText: "$parameter('password')" }] }),
        { ...confidentialApp('other app'), tags: [] },
      ],
      outputs: [output('secrets', "$resources[?name=='an app'].sections.properties.secrets[*].secretText")],
    };
    const answer = await bench.submit(project, { template, parameters: [secret] });
    expect(answer.statusCode).toBe(200);
    const plan = await bench.submit(project, { template, parameters: [secret] }, { plan: true });
    const misplaced = await bench.submit(project, {
      template: { ...template, outputs: [output('x', "$variable('hidden')")] },
      parameters: [secret],
    });
    expect(misplaced.statusCode).toBe(400);
    const history = await bench.get(project, '/deployments');
    const [failed] = history.json<{ result: { id: string }[] }>().result;
    const details = await bench.get(project, `/deployments/${failed?.id}`);
    for (const { body } of [answer, plan, misplaced, history, details]) expect(body).not.toContain(canary);
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
    `.execute(bench.database);
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string | null }>`
        SELECT string_agg(t::text, '') AS text FROM ${sql.table(name)} t`.execute(bench.database);
      expect(rows[0]?.text ?? '', name).not.toContain(canary);
    }
    expect(tables.length).toBeGreaterThan(20);
  });
});
