import { Type } from 'typebox';
import { defineJob } from './job.ts';
import { startJobRunner } from './start-job-runner.ts';

// A node for take-over-dead-runners.db.test.ts, which kills it: takes every job and never finishes one.
const connection: unknown = JSON.parse(process.argv[2] ?? '{}');
const silent = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

const endless = defineJob({
  name: 'test.endless',
  schema: Type.Object({ n: Type.Integer() }),
  maxAttempts: 5,
  run: async ({ n }) => {
    process.stdout.write(`started ${n}\n`);
    await new Promise(() => undefined);
  },
});

await startJobRunner({
  connection: connection as object,
  jobs: [endless],
  concurrency: 4,
  log: silent,
  onError: () => undefined,
});
process.stdout.write('ready\n');
