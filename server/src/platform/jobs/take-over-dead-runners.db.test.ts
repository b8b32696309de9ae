import { type ChildProcess, spawn } from 'node:child_process';
import { on } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { enqueue, enqueueMany } from './enqueue.ts';
import { defineJob } from './job.ts';
import { type JobTestBench, openJobTestBench } from './job-test-bench.ts';
import { readJobCounts } from './read-job-counts.ts';
import type { LeaseQuery } from './runner-lock.ts';
import { createTakeOver } from './take-over-dead-runners.ts';

let bench: JobTestBench;
const nodes = new Set<ChildProcess>();
beforeAll(async () => {
  bench = await openJobTestBench();
});
afterEach(async () => {
  for (const node of nodes) node.kill('SIGKILL');
  nodes.clear();
  await bench.stopRunners();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(bench.database);
  await sql`DELETE FROM job_runners`.execute(bench.database);
});
afterAll(async () => await bench.close());

const ran: { n: number; attempt: number }[] = [];
const endless = defineJob({
  name: 'test.endless',
  schema: Type.Object({ n: Type.Integer() }),
  maxAttempts: 5,
  run: async ({ n }, { attempt }) => {
    ran.push({ n, attempt });
  },
});

/** Starts a node of its own process and waits until it runs this many jobs. */
const startNodeWithJobs = async (jobs: number): Promise<ChildProcess> => {
  const file = fileURLToPath(new URL('./killed-runner.ts', import.meta.url));
  const node = spawn(process.execPath, [file, JSON.stringify(bench.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  nodes.add(node);
  const lines = on(createInterface({ input: node.stdout }), 'line');
  let started = 0;
  for await (const [line] of lines) {
    if (line === 'ready') {
      await enqueueMany(
        bench.database,
        endless,
        Array.from({ length: jobs }, (_, n) => ({ key: `e${n}`, payload: { n } })),
      );
    } else started += 1;
    if (started === jobs) break;
  }
  return node;
};

const kill = async (node: ChildProcess) => {
  const gone = new Promise((resolve) => node.once('exit', resolve));
  node.kill('SIGKILL');
  await gone;
};

test('the jobs of a node that was killed run again on another within seconds', async () => {
  const node = await startNodeWithJobs(3);
  await bench.startRunner({ jobs: [endless] });
  expect(await readJobCounts(bench.database)).toMatchObject({ running: 3, queued: 0 });
  await kill(node);
  const killed = performance.now();
  await vi.waitFor(() => expect(ran).toHaveLength(3), { timeout: 20_000, interval: 20 });
  const seconds = (performance.now() - killed) / 1_000;
  expect(seconds).toBeLessThan(15);
  expect(ran.toSorted((a, b) => a.n - b.n)).toEqual([0, 1, 2].map((n) => ({ n, attempt: 2 })));
  expect(bench.warnings).toContainEqual(
    expect.objectContaining({ message: 'Took over the jobs of runners that died' }),
  );
  await vi.waitFor(async () => expect(await readJobCounts(bench.database)).toMatchObject({ running: 0, queued: 0 }));
});

test('a node that lives keeps its jobs however long others look, a dead one only until their patience ends', async () => {
  const node = await startNodeWithJobs(1);
  const client = new pg.Client(bench.connection);
  await client.connect();
  const query: LeaseQuery = async (text, values) => (await client.query(text, [...values])).rows;
  let clock = 0;
  const takeOver = createTakeOver(5_000, () => clock);
  const look = async (time: number) => {
    clock = time;
    return await takeOver(query, 'me');
  };
  try {
    expect([await look(0), await look(100_000)]).toEqual([[], []]);
    await kill(node);
    await vi.waitFor(async () => {
      const { rows } =
        await sql`SELECT FROM pg_stat_activity WHERE application_name = 'portolan job lease' AND datname = current_database()`.execute(
          bench.database,
        );
      expect(rows).toEqual([]);
    });
    expect([await look(200_000), await look(204_999)]).toEqual([[], []]);
    expect(await readJobCounts(bench.database)).toMatchObject({ running: 1 });
    expect(await look(205_000)).toHaveLength(1);
    expect(await readJobCounts(bench.database)).toMatchObject({ running: 0, queued: 1 });
    expect(await look(300_000)).toEqual([]);
  } finally {
    await client.end();
  }
});

test('after a look that failed everybody gets the whole time again', async () => {
  let clock = 0;
  let isDown = false;
  const query: LeaseQuery = async <Row extends object>() => {
    if (isDown) throw new Error('the database is away');
    return [{ id: 'somebody' }] as unknown as readonly Row[];
  };
  const takeOver = createTakeOver(5_000, () => clock);
  expect(await takeOver(query, 'me')).toEqual([]);
  isDown = true;
  clock = 4_000;
  await expect(takeOver(query, 'me')).rejects.toThrow('away');
  isDown = false;
  clock = 6_000;
  expect(await takeOver(query, 'me')).toEqual([]);
  clock = 11_000;
  expect(await takeOver(query, 'me')).toEqual(['somebody']);
});

test('a runner that was thought dead notices, ends what it does, and goes on as a new one', async () => {
  const told = Promise.withResolvers<void>();
  const patient = defineJob({
    name: 'test.patient',
    maxAttempts: 5,
    run: async (_payload, { signal, attempt }) => {
      if (attempt > 1) return;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      told.resolve();
      throw new Error('interrupted');
    },
  });
  await bench.startRunner({ jobs: [patient] });
  await enqueue(bench.database, patient, {});
  await vi.waitFor(async () => expect(await readJobCounts(bench.database)).toMatchObject({ running: 1 }));
  const before = await sql<{ id: string }>`DELETE FROM job_runners RETURNING id`.execute(bench.database);
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'portolan job lease'`.execute(bench.database);
  await told.promise;
  await vi.waitFor(async () => {
    const { rows } = await sql<{ id: string }>`SELECT id FROM job_runners`.execute(bench.database);
    expect(rows).toHaveLength(1);
    expect(rows).not.toEqual(before.rows);
  }, 10_000);
});
