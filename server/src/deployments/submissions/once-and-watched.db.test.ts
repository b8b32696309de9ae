import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockKnownResources } from '../../identity/applications/index.ts';
import {
  type BenchProject,
  type DeploymentsBench,
  encode,
  openDeploymentsBench,
} from '../test/open-deployments-bench.ts';
import { confidentialApp, idOf, service } from '../test/sample-templates.ts';

let bench: DeploymentsBench;
let project: BenchProject;
beforeAll(async () => {
  bench = await openDeploymentsBench();
  project = await bench.makeProject();
});
afterAll(async () => await bench.close());

const templateOf = (name: string) => ({
  resourceGroup: { name: 'the group' },
  resources: [service(name), confidentialApp(`app of ${name}`, [idOf(name)], { secretManagementOptions: 'rollover' })],
  outputs: [{ name: 'secret', value: '$resources[1].sections.properties.secrets[0].secretText', type: 'string' }],
});

const countDeployments = async (): Promise<number> =>
  (await bench.get(project, '/deployments')).json<{ totalCount: number }>().totalCount;

describe('Idempotency-Key (contract A21)', () => {
  const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

  test('the same key and body give the first result again, and nothing happens', async () => {
    const key = randomUUID();
    const template = templateOf('service 1');
    const first = await bench.submit(project, { template }, withKey(key));
    expect(first.statusCode).toBe(200);
    const before = await countDeployments();
    const again = await bench.submit(project, { template }, withKey(key));
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await countDeployments()).toBe(before);
    const other = await bench.submit(project, { template }, withKey(randomUUID()));
    expect(other.json()).not.toEqual(first.json());
  });

  test('another body is refused, and so is another plan', async () => {
    const key = randomUUID();
    await bench.submit(project, { template: templateOf('service 2') }, withKey(key));
    for (const files of [{ template: templateOf('service 3') }, { template: templateOf('service 2'), planId: 'x' }]) {
      const answer = await bench.submit(project, files, withKey(key));
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: [{ code: 'idempotency-key.reused' }] }]);
    }
  });

  test('at once they are one, and another project has its own', async () => {
    const key = randomUUID();
    const before = await countDeployments();
    const template = templateOf('service 4');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => bench.submit(project, { template }, withKey(key))),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await countDeployments()).toBe(before + 1);
    const elsewhere = await bench.submit(await bench.makeProject(), { template }, withKey(key));
    expect(elsewhere.statusCode).toBe(200);
    expect(elsewhere.body).not.toBe(answers[0]?.body);
  });

  test('an answer of any size is given again, and what is kept of it is sealed and forgotten with its key', async () => {
    const key = randomUUID();
    const secret = 'canary-in-a-large-answer';
    const big = `${secret}${'é'.repeat(1_300_000)}`;
    const files = {
      template: { ...templateOf('service 6'), outputs: [{ name: 'big', value: "$parameter('big')", type: 'string' }] },
      parameters: [{ name: 'big', value: big, type: 'string' }],
    };
    const first = await bench.submit(project, files, withKey(key));
    expect([first.statusCode, first.json()]).toEqual([200, { errors: null, values: [{ name: 'big', value: big }] }]);
    const before = await countDeployments();
    const again = await bench.submit(project, files, withKey(key));
    expect([again.statusCode, again.body === first.body]).toEqual([200, true]);
    expect(await countDeployments()).toBe(before);
    const { rows } = await sql<{ all: string; ends: number }>`
      SELECT string_agg(i::text, '') AS all, count(DISTINCT expires_at)::int AS ends FROM idempotency_keys i
      WHERE key_hash = sha256(${key}::bytea)`.execute(bench.database);
    expect(rows[0]?.all).not.toContain(secret);
    expect(rows[0]?.ends).toBe(1);
    // The time of the key is over, and nobody has swept yet: what is left of the first answer is not in the way.
    await sql`UPDATE idempotency_keys SET expires_at = now() - interval '1 second'`.execute(bench.database);
    const renewed = await bench.submit(project, files, withKey(key));
    expect([renewed.statusCode, renewed.body === first.body]).toEqual([200, true]);
    expect(await countDeployments()).toBe(before + 1);
  });

  test('a failure leaves the key unused', async () => {
    const key = randomUUID();
    const wrong = { resourceGroup: { name: 'the group' }, resources: [confidentialApp('an app', ['x'])] };
    expect((await bench.submit(project, { template: wrong }, withKey(key))).statusCode).toBe(400);
    expect((await bench.submit(project, { template: templateOf('service 5') }, withKey(key))).statusCode).toBe(200);
  });
});

describe('text/event-stream (contract A22)', () => {
  const events = (body: string) =>
    body
      .split('\n\n')
      .filter((block) => block.startsWith('event: '))
      .map((block) => {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        return { event, data: JSON.parse(data) as Record<string, unknown> };
      })
      // Comes only where it takes a while.
      .filter(({ event }) => event !== 'accepted');
  const watch = { headers: { accept: 'text/event-stream' } };

  test('tells of every resource and ends with the result', async () => {
    const answer = await bench.submit(project, { template: templateOf('watched') }, watch);
    expect(answer.headers['content-type']).toContain('text/event-stream');
    const told = events(answer.body);
    expect(told.map(({ event }) => event)).toEqual(['started', 'resource', 'resource', 'result']);
    expect(told[0]?.data).toMatchObject({ resources: 2 });
    expect(told[1]?.data).toEqual({
      index: 0,
      name: 'watched',
      resourceType: 'platform.service',
      id: expect.any(String),
      action: 'create',
    });
    expect(told[3]?.data).toMatchObject({ status: 200, errors: null, values: [{ name: 'secret' }] });
  });

  test('a resource that fails ends it with the errors; what is wrong with the files is answered as usual', async () => {
    const failing = {
      resourceGroup: { name: 'the group' },
      resources: [service('watched'), confidentialApp('watched')],
    };
    const wrong = await bench.submit(project, { template: failing }, watch);
    // On a busy machine it may have begun already.
    const isStream = String(wrong.headers['content-type']).startsWith('text/event-stream');
    expect(isStream ? events(wrong.body).at(-1)?.data : { status: wrong.statusCode, ...wrong.json() }).toMatchObject({
      status: 400,
      errors: [{ code: 'resource.duplicate-name' }],
    });
    const other = { resourceGroup: { name: 'the group' }, resources: [service('fine'), confidentialApp('watched')] };
    const told = events((await bench.submit(project, { template: other }, watch)).body);
    expect(told.map(({ event }) => event)).toEqual(['started', 'resource', 'result']);
    expect(told.at(-1)?.data).toMatchObject({ status: 409, errors: [{ code: 'resource.other-type' }], values: [] });
  });

  test('whoever watches hears something soon, also while the submission waits for another node', async () => {
    const app = bench.apps[0];
    if (app === undefined) throw new Error('There is no node.');
    const chunks: string[] = [];
    const submitted = await bench.database.transaction().execute(async (holder) => {
      await lockKnownResources(holder, { projectId: project.id, names: [] });
      const answer = await app.inject({
        method: 'POST',
        url: `/deployments/v1/projects/${project.id}/resourceGroups/files`,
        headers: { authorization: `Bearer ${project.token}`, ...watch.headers },
        payload: { format: 'json', template: encode(templateOf('waited for')), parameters: encode([]) },
        payloadAsStream: true,
      });
      answer.stream().on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
      await expect.poll(() => chunks.join('')).toBe('event: accepted\ndata: {}\n\n');
      return answer;
    });
    await once(submitted.stream(), 'end');
    expect(events(chunks.join('')).map(({ event }) => event)).toEqual(['started', 'resource', 'resource', 'result']);
  });

  test('over a connection the first event is there long before the last, and who hangs up changes nothing', async () => {
    const app = bench.apps[0];
    if (app === undefined) throw new Error('There is no node.');
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const resources = Array.from({ length: 300 }, (_, index) => service(`streamed ${index}`));
    const send = (signal?: AbortSignal) =>
      fetch(`${address}/deployments/v1/projects/${project.id}/resourceGroups/files`, {
        method: 'POST',
        ...(signal === undefined ? {} : { signal }),
        headers: {
          authorization: `Bearer ${project.token}`,
          'content-type': 'application/json',
          accept: 'text/event-stream',
        },
        body: JSON.stringify({
          format: 'json',
          template: encode({ resourceGroup: { name: 'streams' }, resources }),
          parameters: encode([]),
        }),
      });
    const leaving = new AbortController();
    const left = await send(leaving.signal);
    await left.body?.getReader().read();
    leaving.abort();
    // Its turn comes behind the one that was left, which goes on to its end.
    const stayed = await send();
    const chunks: number[] = [];
    const started = performance.now();
    for await (const _chunk of stayed.body ?? []) chunks.push(performance.now() - started);
    expect(chunks.length).toBeGreaterThan(1);
    const rows = await bench.database
      .selectFrom('resources')
      .select('revision')
      .where('projectId', '=', project.id)
      .where('name', 'like', 'streamed%')
      .execute();
    expect(rows.map(({ revision }) => revision)).toEqual(rows.map(() => 1));
    expect(rows.length).toBe(300);
  });
});
