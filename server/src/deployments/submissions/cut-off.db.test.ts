import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';
import { confidentialApp, idOf, service } from '../test/sample-templates.ts';

let bench: DeploymentsBench;
beforeAll(async () => {
  bench = await openDeploymentsBench();
  // A connection that is lost while it is in use tells its owner twice: the query fails, and the connection says so too.
  bench.databases.pools.longWork.on('connect', (client) => client.on('error', () => undefined));
});
afterAll(async () => await bench.close());

const template = {
  resourceGroup: { name: 'cut off' },
  resources: Array.from({ length: 6 }, (_, index) => [
    service(`service ${index}`),
    confidentialApp(`application ${index}`, [idOf(`service ${index}`)]),
  ]).flat(),
  outputs: [{ name: 'ids', value: '$resources[*].id', type: 'object' }],
};

const rowsOf = async (projectId: string) => {
  const { rows } = await sql<{ groups: number; resources: number; deployments: number }>`
    SELECT (SELECT count(*)::int FROM resource_groups WHERE project_id = ${projectId}) AS groups,
      (SELECT count(*)::int FROM resources WHERE project_id = ${projectId}) AS resources,
      (SELECT count(*)::int FROM deployments WHERE project_id = ${projectId} AND state = 'succeeded') AS deployments
  `.execute(bench.database);
  return rows[0];
};

/** The database session of the deployment that waits for a lock. */
const findWaiting = async (): Promise<number | undefined> => {
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND application_name = 'portolan long work'`.execute(bench.database);
  return rows[0]?.pid;
};

// Somebody holds the name of the resource, so that the deployment stands still there and can be killed at that very step.
test.each(['service 0', 'application 0', 'service 3', 'application 5'])(
  'a deployment that is killed at %s leaves nothing, and can be sent again',
  async (name) => {
    const project = await bench.makeProject();
    let answer: ReturnType<DeploymentsBench['submit']> | undefined;
    await bench.database
      .transaction()
      .execute(async (holder) => {
        const group = await holder
          .insertInto('resourceGroups')
          .values({ projectId: project.id, tenantId: project.tenantId, name: 'the group of the holder' })
          .returning('id')
          .executeTakeFirstOrThrow();
        const place = { projectId: project.id, tenantId: project.tenantId, resourceGroupId: group.id };
        await holder
          .insertInto('resources')
          .values({ ...place, name, resourceType: 'platform.service', sku: 'standard' })
          .execute();
        answer = bench.submit(project, { template });
        await expect.poll(findWaiting, { timeout: 10_000 }).toBeDefined();
        await sql`SELECT pg_terminate_backend(${await findWaiting()}::integer)`.execute(bench.database);
        expect((await answer).statusCode).toBe(503);
        throw new Error('The holder gives up.');
      })
      .catch((error: Error) => expect(error.message).toBe('The holder gives up.'));
    expect((await answer)?.json()).toMatchObject({ errors: [{ code: 'database.unreachable' }], values: [] });
    expect(await rowsOf(project.id)).toEqual({ groups: 0, resources: 0, deployments: 0 });
    expect((await bench.submit(project, { template })).statusCode).toBe(200);
    expect(await rowsOf(project.id)).toEqual({ groups: 1, resources: 12, deployments: 1 });
  },
);
