import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockKnownResources } from '../../identity/applications/index.ts';
import { type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';
import { confidentialApp, idOf, service } from '../test/sample-templates.ts';

let bench: DeploymentsBench;
beforeAll(async () => {
  bench = await openDeploymentsBench({ nodes: 2 });
});
afterAll(async () => await bench.close());

const templateOf = (group: string, prefix: string, description: string) => ({
  resourceGroup: { name: group },
  resources: [
    { ...service(`${prefix} service`), sections: { properties: { description } } },
    confidentialApp(`${prefix} app`, [idOf(`${prefix} service`)], {
      applicationUrl: `https://${description}.example.com`,
    }),
  ],
  outputs: [
    { name: 'ids', value: '$resources[*].id', type: 'object' },
    { name: 'secret', value: '$resources[1].sections.properties.secrets[0].secretText', type: 'string' },
  ],
});

const clients = Array.from({ length: 50 }, (_, index) => index);

test('50 clients deploy one group at once, on two nodes: one makes it, nobody fails, and the end is one of them', async () => {
  const project = await bench.makeProject();
  const answers = await Promise.all(
    clients.map((index) =>
      bench.submit(project, { template: templateOf('one group', 'the', `client-${index}`) }, { node: index % 2 }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(clients.map(() => 200));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const { rows } = await sql<{ groups: number; resources: number; secrets: number }>`
    SELECT (SELECT count(*)::int FROM resource_groups WHERE project_id = ${project.id}) AS groups,
      (SELECT count(*)::int FROM resources WHERE project_id = ${project.id}) AS resources,
      (SELECT count(*)::int FROM application_secrets s JOIN resources r ON r.id = s.application_id
        WHERE r.project_id = ${project.id}) AS secrets`.execute(bench.database);
  expect(rows).toEqual([{ groups: 1, resources: 2, secrets: 1 }]);
  const { rows: last } = await sql<{ description: string; url: string }>`
    SELECT s.description, a.application_url AS url FROM services s, applications a
    JOIN resources r ON r.id = a.id WHERE r.project_id = ${project.id} AND s.name = 'the service'
      AND s.id IN (SELECT id FROM resources WHERE project_id = ${project.id})`.execute(bench.database);
  // Both fields of the same submission: they never mix.
  expect(last[0]?.url).toBe(`https://${last[0]?.description}.example.com`);
  const { totalCount } = (await bench.get(project, '/deployments')).json<{ totalCount: number }>();
  expect(totalCount).toBe(50);
}, 120_000);

test('50 groups of one project at once, while others are served', async () => {
  const project = await bench.makeProject();
  const other = await bench.makeProject();
  const all = clients.map((index) =>
    bench.submit(project, { template: templateOf(`group ${index}`, `the ${index}`, `x${index}`) }, { node: index % 2 }),
  );
  // A project with one submission does not wait for the fifty, and a read does not wait at all.
  const order: string[] = [];
  const single = bench.submit(other, { template: templateOf('group', 'the', 'x') }).then((answer) => {
    order.push('other project');
    return answer;
  });
  const last = Promise.all(all).then((answers) => {
    order.push('all fifty');
    return answers;
  });
  expect((await bench.get(project, '/deployments')).statusCode).toBe(200);
  expect((await single).statusCode).toBe(200);
  expect((await last).map(({ statusCode }) => statusCode)).toEqual(clients.map(() => 200));
  expect(order).toEqual(['other project', 'all fifty']);
  const { rows } = await sql<{ groups: number; resources: number }>`
    SELECT (SELECT count(*)::int FROM resource_groups WHERE project_id = ${project.id}) AS groups,
      (SELECT count(*)::int FROM resources WHERE project_id = ${project.id}) AS resources`.execute(bench.database);
  expect(rows).toEqual([{ groups: 50, resources: 100 }]);
}, 120_000);

test('a plan that was fresh for fifty is carried out once', async () => {
  const project = await bench.makeProject();
  const template = templateOf('one group', 'the', 'planned');
  const { planId } = (await bench.submit(project, { template }, { plan: true })).json<{ planId: string }>();
  const answers = await Promise.all(
    clients.map((index) => bench.submit(project, { template, planId }, { node: index % 2 })),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
  expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 412)]);
}, 120_000);

test('projects that another node works on keep no slot for themselves, and get their turn when it is done', async () => {
  const held = await Promise.all(Array.from({ length: 3 }, () => bench.makeProject()));
  const free = await bench.makeProject();
  const waiting = await bench.database.transaction().execute(async (other) => {
    for (const { id } of held) await lockKnownResources(other, { projectId: id, names: [] });
    const answers = held.map((project) => bench.submit(project, { template: templateOf('group', 'the', 'held') }));
    const isWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND wait_event = 'advisory'`.execute(bench.database);
      return rows[0]?.count;
    };
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(3);
    // All slots of the node are taken, and the other node is not done: only whoever steps back lets this one through.
    const passing = await bench.submit(free, { template: templateOf('group', 'the', 'free') });
    expect(passing.statusCode).toBe(200);
    return answers;
  });
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
}, 60_000);

test('an Idempotency-Key that is under way on another node keeps no slot, and is answered when that one is done', async () => {
  const held = await Promise.all(Array.from({ length: 3 }, () => bench.makeProject()));
  const free = await bench.makeProject();
  const template = templateOf('group', 'the', 'held');
  const headers = { 'idempotency-key': 'under-way' };
  const keyHash = createHash('sha256').update('under-way').digest();
  let isDone = false;
  const other = bench.database
    .transaction()
    .execute(async (transaction) => {
      for (const { id } of held) {
        await transaction
          .insertInto('idempotencyKeys')
          .values({
            scope: `deployments.submit ${id}`,
            keyHash,
            requestHash: Buffer.alloc(32),
            expiresAt: new Date(Date.now() + 60_000),
          })
          .execute();
      }
      const answers = held.map(async (project) => {
        const answer = await bench.submit(project, { template }, { headers });
        return { isDone, answer };
      });
      // All slots are taken by those who wait, until they step back for this one.
      const passing = await bench.submit(free, { template });
      expect(passing.statusCode).toBe(200);
      isDone = true;
      throw new Undone(answers);
    })
    .catch((error: unknown) => {
      if (error instanceof Undone) return error.answers;
      throw error;
    });
  for (const { isDone: wasDone, answer } of await Promise.all(await other)) {
    expect([wasDone, answer.statusCode]).toEqual([true, 200]);
  }
}, 60_000);

/** The other node comes to nothing: its key is free again. */
class Undone extends Error {
  readonly answers: readonly Promise<{ readonly isDone: boolean; readonly answer: LightMyRequestResponse }>[];

  constructor(answers: Undone['answers']) {
    super('undone');
    this.answers = answers;
  }
}
