import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { defineJob, describeJob, type JobContext } from './job.ts';

const context: JobContext = { signal: new AbortController().signal, jobId: '1', attempt: 1, isLastAttempt: false };

test.each(['mail.deliver', 'audit.chain-rows', 'a.b.c2'])('a job may be called %s', (name) => {
  expect(describeJob({ name, maxAttempts: 1 }).name).toBe(name);
});

test.each(['', 'deliver', 'Mail.deliver', 'mail.', '.mail', 'mail deliver', `a.${'b'.repeat(127)}`])(
  'a job is not called "%s"',
  (name) => {
    expect(() => describeJob({ name, maxAttempts: 1 })).toThrow(/area\.verb/);
  },
);

test.each([0, -1, 1.5, 1_001, Number.NaN])('a job does not have %s attempts', (maxAttempts) => {
  expect(() => describeJob({ name: 'mail.deliver', maxAttempts })).toThrow(/1 to 1000 attempts/);
});

test('a payload is checked when it is enqueued and again when it runs', async () => {
  const seen: number[] = [];
  const job = defineJob({
    name: 'mail.deliver',
    schema: Type.Object({ inner: Type.Object({ count: Type.Integer() }) }),
    maxAttempts: 1,
    run: async ({ inner }) => {
      seen.push(inner.count);
    },
  });
  await job.execute({ inner: { count: 3 } }, context);
  const broken = { inner: { count: 'three' } };
  await expect(job.execute(broken, context)).rejects.toThrow(/mail\.deliver.*\/inner\/count/);
  expect(seen).toEqual([3]);
});

test('a job without a schema takes an empty payload, and what cron adds to it', async () => {
  let runs = 0;
  const job = defineJob({
    name: 'mail.prune',
    maxAttempts: 1,
    run: async () => {
      runs += 1;
    },
  });
  await job.execute({}, context);
  await job.execute({ _cron: { ts: '2026-11-15T03:00:00.000Z' } }, context);
  await expect(job.execute('text', context)).rejects.toThrow(TypeError);
  expect(runs).toBe(2);
});
