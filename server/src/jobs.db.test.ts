import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { actingSystem, openTestStore, type TestStore } from '../test/open-test-store.ts';
import { createTestSecrets } from '../test/test-secrets.ts';
import { useBench } from '../test/use-bench.ts';
import { createProject, registerUser, systemTenantId } from './accounts/index.ts';
import { readConfig } from './config.ts';
import { loadSigningKeys } from './identity/provider/signing-keys.ts';
import { createJobs } from './jobs.ts';
import { openBlobStore } from './platform/blobs/index.ts';
import { describeJob, enqueue, readJobCounts, startJobRunner } from './platform/jobs/index.ts';
import { openMailTransport } from './platform/mail/index.ts';

interface JobsBench {
  readonly store: TestStore;
  /** Puts the job that the clock starts into the queue, and waits until the runner has done it. */
  run(name: string): Promise<void>;
  /** States of the signing keys of one kind, oldest first. */
  keys(): Promise<readonly string[]>;
}

/** The platform's own table of jobs on its real runner; only the clock that starts them is not waited for. */
const openJobsBench = async () => {
  const store = await openTestStore();
  const data = await mkdtemp(join(tmpdir(), 'portolan-jobs-'));
  const { ring, box } = createTestSecrets();
  const connections = store.connect();
  const logger = pino({ level: 'silent' });
  const config = readConfig({ PORTOLAN_DATA: data });
  const blobs = await openBlobStore(`file:${join(data, 'blobs')}`);
  const mailTransport = await openMailTransport({ smtpUrl: undefined, outboxFolder: join(data, 'outbox') });
  const table = createJobs({ config, databases: connections, blobs, ring, box, mailTransport, logger });
  const runner = await startJobRunner({
    connection: store.connection,
    jobs: table.jobs,
    concurrency: 1,
    pollInterval: 100,
    log: logger,
    onError: () => undefined,
  });
  await loadSigningKeys({ database: store.database, box });
  const bench: JobsBench = {
    store,
    run: async (name) => {
      expect(table.cron?.map(({ job }) => job.name)).toContain(name);
      await enqueue(store.database, describeJob({ name, maxAttempts: 1 }), {});
      await expect
        .poll(async () => await readJobCounts(store.database), { timeout: 10_000 })
        .toMatchObject({ queued: 0, running: 0, failed: 0 });
    },
    keys: async () => {
      const keys = store.database.selectFrom('signingKeys').select('state').where('algorithm', '=', 'ES256');
      return (await keys.orderBy('createdAt').orderBy('id').execute()).map(({ state }) => state);
    },
  };
  const close = async () => {
    await runner.stop(2_000);
    await connections.close();
    await store.close();
    await rm(data, { recursive: true, force: true });
  };
  return { bench, close };
};

const bench = useBench(openJobsBench);

const makeInvited = async (name: string): Promise<string> => {
  const person = { email: `${name}-${randomUUID()}@example.com` };
  const { user } = await bench().store.write((transaction) =>
    registerUser(transaction, actingSystem, { tenantId: systemTenantId, person }),
  );
  return user.id;
};

const insertLink = async (userId: string, expires: string): Promise<void> => {
  await sql`INSERT INTO action_tokens (user_id, purpose, token_hash, expires_at)
    VALUES (${userId}, 'activation', ${randomBytes(32)}, now() + ${expires}::interval)`.execute(bench().store.database);
};

const insertTries = async (expires: string): Promise<Buffer> => {
  const hash = randomBytes(32);
  await sql`INSERT INTO sign_in_throttles (kind, subject_hash, failures, expires_at)
    VALUES ('account', ${hash}, 3, now() + ${expires}::interval)`.execute(bench().store.database);
  return hash;
};

test('accounts.clean removes accounts that nobody activated in time, dead links and forgotten tries, and nothing else', async () => {
  const { store, run } = bench();
  const late = await makeInvited('late');
  const waiting = await makeInvited('waiting');
  await sql`UPDATE users SET activation_deadline = now() - interval '1 minute' WHERE id = ${late}`.execute(
    store.database,
  );
  await insertLink(waiting, '-25 hours');
  await insertLink(waiting, '1 hour');
  const [old, recent] = [await insertTries('-1 minute'), await insertTries('1 hour')];

  await run('accounts.clean');

  const users = await store.database.selectFrom('users').select('id').where('id', 'in', [late, waiting]).execute();
  expect(users.map(({ id }) => id)).toEqual([waiting]);
  expect(await store.auditOf(late)).toContain('user.expired');
  const links = store.database.selectFrom('actionTokens').select('expiresAt').where('userId', '=', waiting);
  expect((await links.execute()).map(({ expiresAt }) => expiresAt > new Date())).toEqual([true]);
  const tries = store.database.selectFrom('signInThrottles').select('subjectHash');
  expect((await tries.where('subjectHash', 'in', [old, recent]).execute()).length).toBe(1);
});

const ageKeys = async (state: string, column: string, age: string): Promise<void> => {
  await sql`UPDATE signing_keys SET ${sql.ref(column)} = now() - ${age}::interval WHERE state = ${state}`.execute(
    bench().store.database,
  );
};

test('identity.rotate-keys publishes a successor, lets it sign a day later, and forgets the old key at last', async () => {
  const { run, keys } = bench();
  await run('identity.rotate-keys');
  expect(await keys()).toEqual(['active']);

  await ageKeys('active', 'activated_at', '91 days');
  await run('identity.rotate-keys');
  await run('identity.rotate-keys');
  expect(await keys()).toEqual(['active', 'upcoming']);

  await ageKeys('upcoming', 'created_at', '25 hours');
  await ageKeys('active', 'created_at', '91 days');
  await run('identity.rotate-keys');
  expect(await keys()).toEqual(['retired', 'active']);

  await ageKeys('retired', 'verifies_until', '25 hours');
  await run('identity.rotate-keys');
  expect(await keys()).toEqual(['active']);
});

test('identity.rotate-keys forgets what the provider kept for sign-ins that are long over', async () => {
  const { store, run } = bench();
  for (const [uid, expires] of [
    ['over', '-25 hours'],
    ['open', '1 hour'],
  ]) {
    await sql`INSERT INTO oidc_records (model, id_hash, payload, uid, expires_at)
      VALUES ('Session', ${randomBytes(32)}, '{}', ${uid}, now() + ${expires}::interval)`.execute(store.database);
  }
  await run('identity.rotate-keys');
  const left = await store.database.selectFrom('oidcRecords').select('uid').execute();
  expect(left.map(({ uid }) => uid)).toEqual(['open']);
});

/** Deployments of a new project in a locked group, one a day, the newest `first` days ago. */
const insertDeployments = async (count: number, first: number): Promise<string> => {
  const { store } = bench();
  const project = await store.write(async (transaction) => {
    const person = { email: `${randomUUID()}@example.com` };
    const { user } = await registerUser(transaction, actingSystem, { tenantId: systemTenantId, person });
    return await createProject(transaction, actingSystem, { creator: user, name: 'Project' });
  });
  await sql`WITH made AS (
      INSERT INTO resource_groups (project_id, tenant_id, name, locked)
      VALUES (${project.id}, ${systemTenantId}, 'group', true) RETURNING id
    )
    INSERT INTO deployments (id, project_id, tenant_id, resource_group_id, state, template_hash, automation_token_id,
      automation_token_name, support_code, started_at, finished_at, duration_ms, resource_count)
    SELECT gen_random_uuid(), ${project.id}, ${systemTenantId}, made.id, 'succeeded', ${Buffer.alloc(32)},
      gen_random_uuid(), 'CI', 'code', at, at, 0, 0
    FROM made, generate_series(1, ${count}::int) AS place,
      LATERAL (SELECT now() - make_interval(days => ${first}::int + place / 5, secs => place)) AS t (at)`.execute(
    store.database,
  );
  return project.id;
};

test('deployments.prune forgets by count and by age, in locked groups too, and of each project alone (contract A17, A20)', async () => {
  const { store, run } = bench();
  const [many, old, few] = [
    await insertDeployments(1_510, 0),
    await insertDeployments(10, 729),
    await insertDeployments(3, 100),
  ];
  await run('deployments.prune');
  const left = async (projectId: string) => {
    const all = store.database.selectFrom('deployments').select('startedAt').where('projectId', '=', projectId);
    return (await all.orderBy('startedAt').execute()).map(({ startedAt }) => startedAt.getTime());
  };
  const [newest, young] = [await left(many), await left(old)];
  expect(newest.length).toBe(1_000);
  // The oldest that stays is the thousandth.
  expect(Date.now() - (newest[0] ?? 0)).toBeLessThan(201 * 24 * 3_600_000);
  expect(young.length).toBe(4);
  expect((await left(few)).length).toBe(3);
  await run('deployments.prune');
  expect((await left(many)).length).toBe(1_000);
});
