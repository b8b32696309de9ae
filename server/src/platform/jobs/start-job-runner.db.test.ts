import { sql } from 'kysely';
import pg from 'pg';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { enqueue, enqueueMany } from './enqueue.ts';
import { defineJob } from './job.ts';
import { type JobTestBench, openJobTestBench } from './job-test-bench.ts';
import { readJobCounts } from './read-job-counts.ts';
import type { RecurringTask } from './recurring-task.ts';
import { startJobRunner } from './start-job-runner.ts';

let bench: JobTestBench;
beforeAll(async () => {
  bench = await openJobTestBench();
});
afterEach(async () => {
  await bench.stopRunners();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(bench.database);
  bench.errors.length = 0;
  bench.warnings.length = 0;
});
afterAll(async () => await bench.close());

const numbered = (run: (n: number, signal: AbortSignal) => Promise<void>, maxAttempts = 3) =>
  defineJob({
    name: 'test.numbered',
    schema: Type.Object({ n: Type.Integer() }),
    maxAttempts,
    run: ({ n }, { signal }) => run(n, signal),
  });

const numbers = (length: number) => Array.from({ length }, (_, n) => ({ key: `n${n}`, payload: { n } }));

/** Cuts the connections of all runners, as a restart of the database does. */
const cutConnections = async (application: string) =>
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE ${application}
  `.execute(bench.database);

/** Lets nobody connect to the database of this file any more; connections that exist stay. */
const allowConnections = async (allowed: boolean) => {
  const client = new pg.Client(inject('testRun').server);
  await client.connect();
  const name = pg.escapeIdentifier(bench.connection.database ?? '');
  await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`).finally(() => client.end());
};

const expectNoJobs = async () =>
  await vi.waitFor(async () => {
    expect(await readJobCounts(bench.database)).toMatchObject({ queued: 0, scheduled: 0, running: 0, failed: 0 });
  }, 10_000);

test('two nodes share the jobs and run each one once', async () => {
  const ran: number[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const job = numbered(async (n) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await new Promise(setImmediate);
    atOnce -= 1;
    ran.push(n);
  });
  await Promise.all([bench.startRunner({ jobs: [job] }), bench.startRunner({ jobs: [job] })]);
  await enqueueMany(bench.database, job, numbers(200));
  await expectNoJobs();
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  expect(mostAtOnce).toBeGreaterThan(1);
  expect(mostAtOnce).toBeLessThanOrEqual(4);
});

test('a job that fails is tried again, and stays visible when it fails for good', async () => {
  let tries = 0;
  const job = numbered(async () => {
    tries += 1;
    throw new Error('no luck');
  }, 2);
  await bench.startRunner({ jobs: [job] });
  await enqueue(bench.database, job, { n: 1 });
  await vi.waitFor(async () => expect(await readJobCounts(bench.database)).toMatchObject({ failed: 1 }), 10_000);
  expect(tries).toBe(2);
  expect(bench.warnings.map(({ message }) => message)).toEqual([
    'A job failed and will run again',
    'A job failed for good',
  ]);
});

test('stopping lets running jobs finish and takes no new ones', async () => {
  const gate = Promise.withResolvers<void>();
  const started: number[] = [];
  const finished: number[] = [];
  const job = numbered(async (n) => {
    started.push(n);
    await gate.promise;
    finished.push(n);
  });
  const runner = await bench.startRunner({ jobs: [job], concurrency: 1 });
  await enqueueMany(bench.database, job, numbers(2));
  await vi.waitFor(() => expect(started).toEqual([0]));
  const stopped = runner.stop(5_000);
  expect(runner.isRunning()).toBe(false);
  gate.resolve();
  await stopped;
  expect(finished).toEqual([0]);
  expect(await readJobCounts(bench.database)).toMatchObject({ queued: 1, running: 0 });
});

test('a job that does not finish in time is told, cut off, and left to others', async () => {
  const told = Promise.withResolvers<void>();
  const job = numbered(async (_n, signal) => {
    signal.addEventListener('abort', () => told.resolve());
    await new Promise(() => undefined);
  });
  const runner = await bench.startRunner({ jobs: [job] });
  await enqueue(bench.database, job, { n: 1 });
  await vi.waitFor(async () => expect(await readJobCounts(bench.database)).toMatchObject({ running: 1 }));
  const begun = performance.now();
  await runner.stop(300);
  expect(performance.now() - begun).toBeLessThan(3_000);
  await told.promise;
  expect(await readJobCounts(bench.database)).toMatchObject({ running: 0, scheduled: 1 });
});

test('a short interruption takes no job away from the node that runs it', async () => {
  const gate = Promise.withResolvers<void>();
  let starts = 0;
  const job = numbered(async (_n, signal) => {
    starts += 1;
    await gate.promise;
    expect(signal.aborted).toBe(false);
  });
  await Promise.all([bench.startRunner({ jobs: [job] }), bench.startRunner({ jobs: [job] })]);
  await enqueue(bench.database, job, { n: 1 });
  await vi.waitFor(() => expect(starts).toBe(1));
  await cutConnections('portolan job%');
  // The cut has hit both runners, and both have their leases back.
  await vi.waitFor(() => expect(bench.errors.length).toBeGreaterThanOrEqual(2));
  await vi.waitFor(async () => {
    const { rows } = await sql<{ locks: number }>`
      SELECT count(*)::int AS locks FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    `.execute(bench.database);
    expect(rows).toEqual([{ locks: 2 }]);
  }, 5_000);
  gate.resolve();
  await expectNoJobs();
  expect(starts).toBe(1);
});

test('a database that goes away just when a job is done neither ends the process nor stops the runner', async () => {
  const gate = Promise.withResolvers<void>();
  const ran: number[] = [];
  const job = numbered(async (n) => {
    ran.push(n);
    if (n === 0 && ran.length === 1) await gate.promise;
  });
  const runner = await bench.startRunner({ jobs: [job], concurrency: 1, grace: 1_000 });
  await enqueueMany(bench.database, job, numbers(1));
  await vi.waitFor(() => expect(ran).toEqual([0]));
  await allowConnections(false);
  try {
    await cutConnections('portolan job%');
    gate.resolve();
    await vi.waitFor(() => expect(runner.isRunning()).toBe(false), 10_000);
  } finally {
    await allowConnections(true);
  }
  await enqueue(bench.database, job, { n: 7 });
  await vi.waitFor(() => expect(ran).toContain(7), 15_000);
  expect(runner.isRunning()).toBe(true);
  // Done, but nobody could write that down: such a job runs again.
  await expectNoJobs();
  expect(ran.filter((n) => n === 0)).toHaveLength(2);
});

test('a recurring task runs on one node, and on another when that one stops', async () => {
  const runs: string[] = [];
  const job = numbered(async () => undefined);
  const task = (node: string) => ({
    name: 'test.tick',
    everySeconds: 0.05,
    run: async () => {
      runs.push(node);
    },
  });
  const first = await bench.startRunner({ jobs: [job], grace: 100, recurring: [task('first')] });
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(2), 5_000);
  await bench.startRunner({ jobs: [job], grace: 100, recurring: [task('second')] });
  const before = runs.length;
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(before + 5), 5_000);
  expect(runs).not.toContain('second');
  await first.stop(1_000);
  await vi.waitFor(() => expect(runs).toContain('second'), 5_000);
  expect(runs.lastIndexOf('first')).toBeLessThan(runs.indexOf('second'));
});

test('a recurring task of every node runs on all of them at once, each under its own name', async () => {
  const names = new Set<string>();
  const job = numbered(async () => undefined);
  const task: RecurringTask = {
    name: 'test.share',
    everySeconds: 0.05,
    onEveryNode: true,
    run: async ({ runnerId }) => void names.add(runnerId),
  };
  // Nobody waits to see whether another node is still at work.
  const options = { jobs: [job], grace: 60_000, recurring: [task] };
  const nodes = await Promise.all([bench.startRunner(options), bench.startRunner(options)]);
  await vi.waitFor(() => expect(names.size).toBe(2), 5_000);
  const { rows } = await sql<{ id: string }>`SELECT id FROM job_runners`.execute(bench.database);
  expect(new Set(rows.map(({ id }) => id))).toEqual(names);
  await Promise.all(nodes.map((node) => node.stop(1_000)));
});

test('a recurring task that fails is reported and goes on', async () => {
  let runs = 0;
  const task = {
    name: 'test.flaky',
    everySeconds: 0.05,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('first time unlucky');
    },
  };
  await bench.startRunner({ jobs: [numbered(async () => undefined)], grace: 10, recurring: [task] });
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2), 5_000);
  expect(bench.errors).toMatchObject([
    { message: expect.stringContaining('test.flaky'), cause: { message: 'first time unlucky' } },
  ]);
});

test('a nightly job that was missed is made up for, once for all nodes', async () => {
  const nightly = defineJob({
    name: 'test.nightly',
    maxAttempts: 1,
    run: async () => {
      runs += 1;
    },
  });
  let runs = 0;
  const hours = new Date(Date.now() - 2 * 3_600_000).getUTCHours();
  await sql`
    INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since)
    VALUES ('test.nightly', now() - interval '3 days')`.execute(bench.database);
  const cron = [{ job: nightly, at: `0 ${hours} * * *` }];
  await Promise.all([bench.startRunner({ jobs: [nightly], cron }), bench.startRunner({ jobs: [nightly], cron })]);
  await vi.waitFor(() => expect(runs).toBe(1), 5_000);
  await bench.stopRunners();
  expect(await readJobCounts(bench.database)).toMatchObject({ queued: 0 });
  expect(runs).toBe(1);
});

test('without a database the first start fails at once', async () => {
  const options = {
    connection: { host: '127.0.0.1', port: 1 },
    jobs: [numbered(async () => undefined)],
    concurrency: 1,
  };
  const onError = () => undefined;
  await expect(startJobRunner({ ...options, log: bench.log, onError })).rejects.toThrow(/ECONNREFUSED/);
});

test('two jobs of one name are refused', async () => {
  const job = numbered(async () => undefined);
  await expect(bench.startRunner({ jobs: [job, job] })).rejects.toThrow('two jobs are called test.numbered');
});
