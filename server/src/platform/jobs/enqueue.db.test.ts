import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../database/index.ts';
import { discardFailedJob } from './discard-failed-job.ts';
import { enqueue, enqueueMany } from './enqueue.ts';
import { describeJob } from './job.ts';
import { type JobTestBench, openJobTestBench } from './job-test-bench.ts';
import { listFailedJobs } from './list-failed-jobs.ts';
import { migrateJobs } from './migrate-jobs.ts';
import { readJobCounts } from './read-job-counts.ts';
import { retryFailedJob } from './retry-failed-job.ts';

const count = describeJob({ name: 'test.count', schema: Type.Object({ n: Type.Integer() }), maxAttempts: 7 });

let bench: JobTestBench;
beforeAll(async () => {
  bench = await openJobTestBench();
});
afterEach(async () => {
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(bench.database);
});
afterAll(async () => await bench.close());

const readJobs = async () => {
  const { rows } = await sql<{ payload: { n: number }; key: string | null; maxAttempts: number; inFuture: boolean }>`
    SELECT payload, key, max_attempts, run_at > now() AS in_future FROM graphile_worker._private_jobs ORDER BY id
  `.execute(bench.database);
  return rows;
};

const failForGood = async (id: string, error: string | null) =>
  await sql`
    UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = ${error} WHERE id = ${id}
  `.execute(bench.database);

test('a job exists once the transaction commits, with its attempts', async () => {
  await inTransaction(bench.database, async (transaction) => {
    await enqueue(transaction, count, { n: 1 });
    expect(await readJobs()).toEqual([]);
  });
  expect(await readJobs()).toEqual([{ payload: { n: 1 }, key: null, maxAttempts: 7, inFuture: false }]);
});

test('a transaction that is rolled back leaves no job', async () => {
  const rolledBack = inTransaction(bench.database, async (transaction) => {
    await enqueue(transaction, count, { n: 1 });
    await enqueueMany(transaction, count, [{ key: 'a', payload: { n: 2 } }]);
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  expect(await readJobs()).toEqual([]);
});

test('a wrong payload is refused and names the job', async () => {
  await expect(enqueue(bench.database, count, { n: 1.5 })).rejects.toThrow(/test\.count.*\/n/);
  expect(await readJobs()).toEqual([]);
});

test('a key keeps one waiting job, and the newest payload and time win', async () => {
  await enqueue(bench.database, count, { n: 1 }, { key: 'once' });
  await enqueue(bench.database, count, { n: 2 }, { key: 'once', runAt: new Date(Date.now() + 60_000) });
  expect(await readJobs()).toMatchObject([{ payload: { n: 2 }, inFuture: true }]);
});

test('many are added at once', async () => {
  await enqueueMany(bench.database, count, [
    { key: 'a', payload: { n: 1 } },
    { key: 'b', payload: { n: 2 } },
  ]);
  expect((await readJobs()).map(({ key, payload }) => [key, payload.n])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

test('the numbers tell waiting, planned and failed jobs apart', async () => {
  await enqueue(bench.database, count, { n: 1 }, { runAt: new Date(Date.now() - 5_000) });
  await enqueue(bench.database, count, { n: 2 });
  await enqueue(bench.database, count, { n: 3 }, { runAt: new Date(Date.now() + 60_000) });
  await failForGood(await enqueue(bench.database, count, { n: 4 }), 'no');
  const counts = await readJobCounts(bench.database);
  expect(counts).toMatchObject({ queued: 2, scheduled: 1, running: 0, failed: 1 });
  expect(counts.oldestQueuedSeconds).toBeGreaterThanOrEqual(5);
  expect(counts.oldestQueuedSeconds).toBeLessThan(30);
});

test('failed jobs are listed newest first, page by page, retried or discarded', async () => {
  const ids: string[] = [];
  for (const n of [1, 2, 3]) ids.push(await enqueue(bench.database, count, { n }));
  await failForGood(ids[0] ?? '', 'first error');
  await failForGood(ids[2] ?? '', null);
  const [newest] = await listFailedJobs(bench.database, { limit: 1 });
  expect(newest).toMatchObject({
    id: ids[2],
    name: 'test.count',
    attempts: 7,
    error: 'The server ended while the job ran.',
  });
  const rest = await listFailedJobs(bench.database, { limit: 5, before: ids[2] ?? '' });
  expect(rest).toMatchObject([{ id: ids[0], error: 'first error' }]);

  await retryFailedJob(bench.database, ids[0] ?? '');
  await discardFailedJob(bench.database, ids[2] ?? '');
  expect(await readJobCounts(bench.database)).toMatchObject({ queued: 2, failed: 0 });
  await expect(retryFailedJob(bench.database, ids[0] ?? '')).rejects.toMatchObject({ code: 'job.not-found' });
  await expect(discardFailedJob(bench.database, ids[1] ?? '')).rejects.toMatchObject({ code: 'job.not-found' });
});

test('nodes that start at once make the schema once', async () => {
  await sql`DROP SCHEMA graphile_worker CASCADE`.execute(bench.database);
  await Promise.all(Array.from({ length: 5 }, () => migrateJobs(bench.connection, bench.log)));
  await enqueue(bench.database, count, { n: 1 });
  expect(await readJobs()).toHaveLength(1);
});
